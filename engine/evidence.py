"""How sure a number is that was found by trying: what a reason may rest on, and the range that is shown with a share.

>>> low, high = share_range(1.0, 24, USUALLY)
>>> round(low, 2), high
(0.86, 1.0)
"""

from __future__ import annotations

CLEARLY = 3.0
"""Standard errors from which a difference is more than chance, also where many moves are looked at again and again."""
USUALLY = 2.0
"""Standard errors on either side of a number that is shown, within which the truth is 95 times in a hundred."""

NEARLY_ALWAYS = 0.98
"""What happens at least so often, as a share of all times, is as good as certain."""


def share_range(share: float, tries: int, errors: float) -> tuple[float, float]:
    """Between which shares, from 0 to 1, the true one lies when it was `share` of so many tries, 1 or more.

    The ends are the shares from which the one that was found is `errors` standard errors away (Wilson 1927): so they
    mean something also where it was every try, or none.
    """
    weight = errors**2 / tries
    middle = (share + weight / 2) / (1 + weight)
    reach = (weight * share * (1 - share) + weight**2 / 4) ** 0.5 / (1 + weight)
    # In exact numbers the share itself always lies between them.
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))
