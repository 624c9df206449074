"""An interrupt waits for a good moment, or comes at once; it never gets lost."""

import signal
from threading import Thread

import pytest

from tests.training.interrupting import interrupt_that_is_dropped
from training.interrupts import heard, interruptible


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_interrupt_is_collected_and_the_second_raised(number):
    with interruptible() as asked:
        signal.raise_signal(number)
        assert asked == [number]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)


def test_an_interrupt_is_raised_at_once():
    done = []
    with pytest.raises(KeyboardInterrupt), heard():
        signal.raise_signal(signal.SIGINT)
        done.append(1)
    assert not done


def test_one_that_got_lost_is_raised_again():
    with heard() as interrupted:
        interrupted()
        interrupt_that_is_dropped()
        with pytest.raises(KeyboardInterrupt):
            interrupted()


@pytest.mark.parametrize("listening", [interruptible, heard])
def test_afterwards_interrupts_are_as_they_were(listening):
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(ValueError), listening():
        assert signal.getsignal(signal.SIGINT) is not before
        raise ValueError
    assert signal.getsignal(signal.SIGINT) is before


def test_work_in_another_thread_goes_on_without_listening():
    done, before = [], signal.getsignal(signal.SIGINT)

    def work():
        with heard() as interrupted:
            interrupted()
            done.append(signal.getsignal(signal.SIGINT) is before)

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]
