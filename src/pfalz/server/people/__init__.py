"""Who is who: accounts, sessions, signed links; and how they are reached: mails, webhooks."""
