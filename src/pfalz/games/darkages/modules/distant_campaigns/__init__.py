"""Distant Campaigns (DM10): secret cards with which an army marches straight into the area they name."""
