"""Words that a person cannot read: written over each other, out of their box, or broken where no word ends."""

from __future__ import annotations

from playwright.sync_api import Page

_FIND = """() => {
    const wrong = [];
    const seen = [];
    const tabs = document.querySelector('.tabs').getBoundingClientRect();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && !one.closest('.unseen, .skip, svg, option, script, [hidden]');
    const within = (rect, box) => rect.left >= box.left - 1.5 && rect.right <= box.right + 1.5;
    // What sticks to the edge of a sheet lies over what is scrolled below it.
    const sticks = (one) => one && (getComputedStyle(one).position === 'sticky' || sticks(one.parentElement));
    const modal = document.querySelector('dialog[open]');
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const holder = node.parentElement;
        if (!node.data.trim() || !shown(holder) || (modal && !modal.contains(holder))) continue;
        range.selectNodeContents(node);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
        const words = node.data.trim();
        let block = holder;
        while (getComputedStyle(block).display.startsWith('inline') && block.parentElement) block = block.parentElement;
        const box = block.getBoundingClientRect();
        if (lines.some((line) => !within(line, box))) wrong.push(`out of its box: ${words}`);
        for (const { index, 0: word } of node.data.matchAll(/[\\p{L}\\p{N}]{2,}/gu)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top));
            const isAddress = holder.matches('.join-link, code');
            if (new Set(tops).size > 1 && !isAddress) wrong.push(`broken: ${word} in ${words}`);
        }
        if (holder.closest('.tabs') || sticks(holder) || !lines.length) continue;
        const scrolled = holder.closest('.sheet-scroll');
        seen.push({ words, holder, lines: lines.filter((line) => line.top < tabs.top || modal || scrolled) });
    }
    const shared = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 5;
    seen.forEach((one, k) => seen.slice(0, k).forEach((other) => {
        if (one.lines.some((line) => other.lines.some((their) => shared(line, their)))) {
            wrong.push(`over each other: ${one.words} | ${other.words}`);
        }
    }));
    return wrong;
}"""


def illegible(page: Page) -> list[str]:
    """What is wrong with the words in sight of the page, or of the dialogue that is open over it."""
    found: list[str] = page.evaluate(_FIND)
    return found
