//! Python's `random.Random(seed)`, as far as `choice` needs it: the Mersenne Twister, seeded by a whole number.

const SIZE: usize = 624;
const MIDDLE: usize = 397;

/// The generator.
pub struct Twister {
    state: [u32; SIZE],
    next: usize,
}

impl Twister {
    /// Seeded as Python seeds it.
    pub fn new(seed: u32) -> Self {
        let mut state = from_word(19_650_218);
        let mut i = 1;
        for _ in 0..SIZE {
            let before = state[i - 1] ^ (state[i - 1] >> 30);
            state[i] = (state[i] ^ before.wrapping_mul(1_664_525)).wrapping_add(seed);
            i = step(&mut state, i);
        }
        for _ in 1..SIZE {
            let before = state[i - 1] ^ (state[i - 1] >> 30);
            state[i] = (state[i] ^ before.wrapping_mul(1_566_083_941)).wrapping_sub(i as u32);
            i = step(&mut state, i);
        }
        state[0] = 0x8000_0000;
        Self { state, next: SIZE }
    }

    fn word(&mut self) -> u32 {
        if self.next == SIZE {
            self.refill();
        }
        let mut word = self.state[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    fn refill(&mut self) {
        for i in 0..SIZE {
            let joined = (self.state[i] & 0x8000_0000) | (self.state[(i + 1) % SIZE] & 0x7fff_ffff);
            let twist = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[i] = self.state[(i + MIDDLE) % SIZE] ^ (joined >> 1) ^ twist;
        }
        self.next = 0;
    }

    /// A place in a list of so many items; it draws also where there is only one.
    pub fn choice(&mut self, items: usize) -> usize {
        let bits = usize::BITS - items.leading_zeros();
        loop {
            let drawn = (self.word() >> (32 - bits)) as usize;
            if drawn < items {
                return drawn;
            }
        }
    }
}

fn from_word(seed: u32) -> [u32; SIZE] {
    let mut state = [seed; SIZE];
    for i in 1..SIZE {
        let before = state[i - 1] ^ (state[i - 1] >> 30);
        state[i] = before.wrapping_mul(1_812_433_253).wrapping_add(i as u32);
    }
    state
}

fn step(state: &mut [u32; SIZE], i: usize) -> usize {
    if i + 1 < SIZE {
        return i + 1;
    }
    state[0] = state[SIZE - 1];
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_draws_what_python_draws() {
        let mut twister = Twister::new(42);
        let drawn: Vec<usize> = (0..12).map(|_| twister.choice(10)).collect();
        assert_eq!(drawn, [1, 0, 4, 3, 3, 2, 1, 8, 1, 9, 6, 0]);
    }

    #[test]
    fn a_single_item_uses_the_generator_up_too() {
        let (mut one, mut other) = (Twister::new(42), Twister::new(42));
        assert_eq!(one.choice(1), 0);
        let after: Vec<usize> = (0..8).map(|_| one.choice(1000)).collect();
        assert_ne!(after, (0..8).map(|_| other.choice(1000)).collect::<Vec<_>>());
    }
}
