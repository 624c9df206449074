"""Players that do what players should not; each `module:factory` in the tests of tournaments."""

import os
import time

import numpy as np


class Faulty:
    """Plays the first legal action, but in games of a multiple of `every` it has its fault."""

    def __init__(self, fault, every=1):
        self.fault, self.every = fault, every
        self.decisions = 0

    def reset(self, rows):
        pass

    def choose(self, observations, masks, *, seats, chance, rows):
        self.decisions += len(rows)
        actions = masks.argmax(axis=1)
        for place, row in enumerate(rows):
            if row % self.every == 0:
                actions = self.fault(actions, place)
        return actions


def proper(setup):
    return Faulty(lambda actions, place: actions)


def raising(setup):
    def fault(actions, place):
        raise RuntimeError("no idea")

    return Faulty(fault, every=3)


def raising_always(setup):
    def fault(actions, place):
        raise RuntimeError("no idea\nat all")

    return Faulty(fault)


def illegal(setup):
    def fault(actions, place):
        return np.where(np.arange(len(actions)) == place, 10_000, actions)

    return Faulty(fault, every=4)


def garbage(setup):
    return Faulty(lambda actions, place: "forty-two")


def wrong_shape(setup):
    return Faulty(lambda actions, place: np.zeros(len(actions) + 1, int))


def hanging(setup):
    def fault(actions, place):
        time.sleep(3600)

    return Faulty(fault)


def leaving(setup):
    return Faulty(lambda actions, place: os._exit(3))


def exiting(setup):
    def fault(actions, place):
        raise SystemExit("enough")

    return Faulty(fault)


def greedy(setup):
    return Faulty(lambda actions, place: np.ones(10**10))


def writing(setup):
    class Writing(Faulty):
        def choose(self, observations, masks, **_):
            masks[:] = 1
            return np.zeros(len(masks), int)

    return Writing(None)


def talking(setup):
    print("good day")
    return proper(setup)


def unmakeable(setup):
    raise ValueError("not today")


def shapeless(setup):
    return object()
