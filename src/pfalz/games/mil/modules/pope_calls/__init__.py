"""The Pope Calls a Crusade (M-18.9 to M-18.13, M-R39): land of crusaders brings and costs no prestige."""
