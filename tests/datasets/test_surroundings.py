"""Random tables, rooms and objects: the same for the same seed, sound, and of many kinds."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.backgrounds import SURFACES, random_backdrop, random_background
from datasets.clutter import KINDS, object_of, random_object
from datasets.colours import TONES, contrasting, pick, random_colour, random_text
from datasets.noise import cell_noise, light, mix, paint, value_noise

SIZE = 128


def seeded(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("seed", range(6))
def test_one_seed_makes_one_picture(seed: int) -> None:
    assert np.array_equal(random_background(seeded(seed), SIZE), random_background(seeded(seed), SIZE))
    assert np.array_equal(random_backdrop(seeded(seed), 90, 120), random_backdrop(seeded(seed), 90, 120))
    one, other = random_object(seeded(seed)), random_object(seeded(seed))
    assert (one.kind, one.length, one.height) == (other.kind, other.length, other.height)
    assert np.array_equal(one.rgba, other.rgba)


def test_three_hundred_tables_are_sound_and_varied() -> None:
    means = []
    for seed in range(300):
        picture = random_background(seeded(seed), SIZE)
        assert picture.shape == (SIZE, SIZE, 3)
        assert picture.dtype == np.uint8
        assert picture.flags.c_contiguous
        means.append(picture.mean((0, 1)))
    bright = np.mean(means, 1)
    assert (bright < 60).any()
    assert (bright > 200).any()
    assert len({tuple(np.round(mean / 16).astype(int)) for mean in means[:60]}) > 40


@pytest.mark.parametrize("maker", SURFACES, ids=lambda maker: maker.__name__)
@pytest.mark.parametrize("size", [64, 200])
def test_every_surface_fills_any_square(maker, size: int) -> None:
    first, second = maker(seeded(1), size), maker(seeded(2), size)
    assert first.shape == second.shape == (size, size, 3)
    assert first.dtype == np.uint8
    assert not np.array_equal(first, second)


def test_a_good_third_of_the_tables_is_nearly_plain() -> None:
    calm = [random_background(seeded(seed), SIZE)[::2, ::2].astype(float).std((0, 1)).max() < 16 for seed in range(200)]
    assert 0.25 < np.mean(calm) < 0.65


@pytest.mark.parametrize(("height", "width"), [(480, 640), (333, 211), (64, 64), (20, 900)])
def test_rooms_have_the_size_asked_for(height: int, width: int) -> None:
    rooms = [random_backdrop(seeded(seed), height, width) for seed in range(40)]
    assert all(room.shape == (height, width, 3) and room.dtype == np.uint8 for room in rooms)
    assert len({tuple(np.round(room.mean((0, 1)) / 16).astype(int)) for room in rooms}) > 25


def test_three_hundred_objects_are_sound_and_of_every_kind() -> None:
    seen = set()
    for seed in range(300):
        thing = random_object(seeded(seed))
        seen.add(thing.kind)
        alpha = thing.rgba[..., 3]
        assert thing.rgba.dtype == np.uint8
        assert thing.rgba.shape[2] == 4
        assert max(alpha.shape) <= 280
        assert alpha.min() == 0
        assert alpha.max() == 255
        low, high = KINDS[thing.kind].length
        assert low <= thing.length <= high
        assert 0 < thing.height < 3
    assert seen == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_object_is_cut_to_its_outline_and_varies(kind: str) -> None:
    sprites = [object_of(kind, seeded(seed)).rgba for seed in range(12)]
    for sprite in sprites:
        alpha = sprite[..., 3]
        border = np.concatenate([alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]])
        assert not border.any()
        assert alpha[1].any()
        assert alpha[:, -2].any()
    assert len({sprite.tobytes() for sprite in sprites}) == len(sprites)


def test_noise_spans_the_whole_range() -> None:
    field = value_noise(seeded(0), 40, 70, (3, 5), 4)
    assert field.shape == (40, 70)
    assert field.dtype == np.float32
    assert field.min() == 0
    assert field.max() == pytest.approx(1)
    cells = cell_noise(seeded(0), 40, 70, 20)
    assert 0 <= cells.min() < cells.max() <= 1


def test_paint_light_and_mix_do_the_sums() -> None:
    field = np.array([[0.0, 0.5, 1.0]], np.float32)
    picture = paint(field, [(0, 10, 20), (200, 110, 20)])
    assert picture[0, 0].tolist() == [0, 10, 20]
    assert picture[0, 2].tolist() == [200, 110, 20]
    assert np.allclose(picture[0, 1], [100, 60, 20], atol=1)
    assert light(picture, field, 0.5, 1.0)[0, :, 2].tolist() == pytest.approx([10, 15, 20], abs=1)
    mask = np.array([[0, 255, 255]], np.uint8)
    assert mix(picture, np.full_like(picture, 7), mask)[0].tolist() == [[0, 10, 20], [7, 7, 7], [7, 7, 7]]


def test_colours_and_words() -> None:
    rng = seeded(3)
    for tone in TONES:
        assert all(0 <= channel <= 255 for _ in range(20) for channel in random_colour(rng, tone))
    with pytest.raises(ValueError, match="unknown tone"):
        random_colour(rng, "loud")
    for _ in range(50):
        colour = random_colour(rng)
        assert abs(sum(contrasting(rng, colour)) - sum(colour)) >= 250
    assert len(random_text(rng, 25)) == 25
    picks = [pick(rng, {"often": 9.0, "seldom": 1.0, "never": 0.0}) for _ in range(200)]
    assert picks.count("often") > 150
    assert "never" not in picks


def test_boxes_know_where_their_tiles_are_printed() -> None:
    for seed in range(10):
        box = object_of("box", seeded(seed))
        assert 1 <= len(box.printed) <= 8
        sides = np.linalg.norm(np.roll(box.printed, -1, axis=1) - box.printed, axis=2)
        assert (sides[:, 0] < sides[:, 1]).all()
        assert len(object_of("die", seeded(seed)).printed) == 0
