"""Who is who: accounts, sessions, signed links, mails."""
