//! Pixels in memory, and how many become fewer while they are read row by row.

/// Pixels, four bytes each: red green blue alpha, rows from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PixelBlock {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// What they are.
    pub rgba: Vec<u8>,
}

impl PixelBlock {
    /// Half as many across and down, so many times.
    #[must_use]
    pub fn halved(self, times: u32) -> Self {
        if times == 0 {
            return self;
        }
        let mut shrinking = Shrinking::new([self.width, self.height], times);
        for row in self.rgba.chunks_exact(self.width as usize * 4) {
            shrinking.push(row);
        }
        shrinking.finish()
    }
}

/// Whether all pixels of a row are the same, told at the speed of memory: much of a picture is.
pub fn is_plain(row: &[u8]) -> bool {
    row.len() >= 4 && row[4..] == row[..row.len() - 4]
}

/// Makes pixels fewer while they come in row by row: squares of them become one with their mean colour, in which what is
/// seen through counts as little as is seen of it.
pub struct Shrinking {
    from: [u32; 2],
    times: u32,
    done: PixelBlock,
    /// Sums of red, green and blue, each times alpha, and of alpha, for each square of the row that is being made.
    sums: Vec<[u64; 4]>,
    rows: u32,
}

impl Shrinking {
    /// From so many pixels across and down to half of that, so many times; what is left over at the right and at the bottom
    /// gets pixels of its own.
    #[must_use]
    pub fn new(from: [u32; 2], times: u32) -> Self {
        let times = times.min(16);
        let [width, height] = from.map(|side| side.div_ceil(1 << times));
        let capacity = width as usize * height as usize * 4;
        let done = PixelBlock { width, height, rgba: Vec::with_capacity(capacity) };
        let sums = if times == 0 { Vec::new() } else { vec![[0; 4]; width as usize] };
        Self { from, times, done, sums, rows: 0 }
    }

    /// Takes the next row.
    pub fn push(&mut self, row: &[u8]) {
        if self.times == 0 {
            self.done.rgba.extend_from_slice(row);
            return;
        }
        let is_plain = is_plain(row);
        for (square, sums) in row.chunks(4 << self.times).zip(&mut self.sums) {
            let (pixels, times) = if is_plain { (&square[..4], square.len() as u64 / 4) } else { (square, 1) };
            for pixel in pixels.chunks_exact(4) {
                let [red, green, blue] = [0, 1, 2].map(|channel| u64::from(pixel[channel]));
                let alpha = u64::from(pixel[3]) * times;
                *sums = [sums[0] + red * alpha, sums[1] + green * alpha, sums[2] + blue * alpha, sums[3] + alpha];
            }
        }
        self.rows += 1;
        if self.rows == 1 << self.times {
            self.close_row();
        }
    }

    fn close_row(&mut self) {
        let rows = u64::from(std::mem::take(&mut self.rows));
        let side = 1_u64 << self.times;
        let last = u64::from(self.done.width - 1);
        for (column, sums) in (0_u64..).zip(&mut self.sums) {
            let [red, green, blue, alpha] = std::mem::take(sums);
            let across = if column == last { u64::from(self.from[0]) - last * side } else { side };
            let mean = |sum: u64, parts: u64| u8::try_from((sum + parts / 2) / parts.max(1)).unwrap_or(u8::MAX);
            let colour = [red, green, blue].map(|sum| mean(sum, alpha));
            self.done.rgba.extend_from_slice(&colour);
            self.done.rgba.push(mean(alpha, across * rows));
        }
    }

    /// All rows that came; what did not come is empty.
    #[must_use]
    pub fn finish(mut self) -> PixelBlock {
        if self.rows > 0 {
            self.close_row();
        }
        self.done.rgba.resize(self.done.width as usize * self.done.height as usize * 4, 0);
        self.done
    }
}

#[cfg(test)]
mod tests {
    use super::PixelBlock;

    #[test]
    fn what_is_not_seen_has_no_colour_to_give() {
        let rgba = [[200, 100, 50, 255], [9, 9, 9, 0], [200, 100, 50, 255], [9, 9, 9, 0]].concat();
        let half = PixelBlock { width: 2, height: 2, rgba }.halved(1);
        assert_eq!((half.width, half.height, half.rgba), (1, 1, vec![200, 100, 50, 128]));
    }

    #[test]
    fn what_is_left_over_keeps_its_colour() {
        let rgba: Vec<u8> = [[10, 10, 10, 255], [30, 30, 30, 255], [90, 90, 90, 255]].concat().repeat(3);
        let small = PixelBlock { width: 3, height: 3, rgba }.halved(1);
        assert_eq!((small.width, small.height), (2, 2));
        assert_eq!(small.rgba, [[20, 20, 20, 255], [90, 90, 90, 255]].concat().repeat(2));
    }
}
