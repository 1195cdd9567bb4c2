"""The server that phones talk to: reading, points, hints and games over HTTP, and the page that uses them."""
