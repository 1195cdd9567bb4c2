"""Photo in, observation out: finds domino tiles in a picture and reads their halves. Knows no rule of any game."""

import os

# onnxruntime reads this when it is loaded. Without it, it would keep a log of its use in the user's home and send it to
# its maker, and Pipwise promises to do neither.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
