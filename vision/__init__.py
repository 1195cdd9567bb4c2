"""Photo in, observation out: finds domino tiles in a picture and reads their halves. Knows no rule of any game."""
