/// Bytes that are read by range: a file on disk, a `File` in a browser, a buffer.
pub trait Source {
    /// Size in bytes.
    fn len(&self) -> u64;

    /// Whether there are no bytes at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `buf` from `offset` on, or fails; never fills part of it.
    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<(), ReadError>;

    /// Puts `len` bytes from `offset` on behind what `bytes` hold; what they held stays where it fails.
    fn append_at(&self, offset: u64, len: usize, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
        let start = bytes.len();
        bytes.resize(start + len, 0);
        let (_, room) = bytes.split_at_mut(start);
        self.read_at(offset, room).inspect_err(|_| bytes.truncate(start))
    }

    /// Where a byte of this lies in the file that the user gave; `None` where it was unpacked from it.
    fn place_in_file(&self, _offset: u64) -> Option<u64> {
        None
    }

    /// Whether a person was asked, and said that it may unpack to more than files of its size do.
    fn is_trusted(&self) -> bool {
        false
    }

    /// `len` bytes from `offset` on. The range is checked before anything is allocated.
    fn read(&self, offset: u64, len: u64) -> Result<Vec<u8>, ReadError> {
        let size = self.len();
        let outside = ReadError::Outside { offset, len, size };
        if offset.checked_add(len).is_none_or(|end| end > size) {
            return Err(outside);
        }
        let len = usize::try_from(len).map_err(|_| outside)?;
        let mut bytes = Vec::with_capacity(len);
        self.append_at(offset, len, &mut bytes)?;
        Ok(bytes)
    }
}

facts::errors! { "file";
    /// Why bytes could not be read.
    pub enum ReadError;

    /// The range is not within the file.
    Outside {
        /// First byte.
        offset: u64,
        /// How many.
        len: u64,
        /// Size of the file.
        size: u64,
    } "{len} bytes at {offset:#x} lie outside the file of {size} bytes.";
    /// The system said no: the file was removed or changed while it was read, for example.
    Failed(reason: String) "Reading the file failed: {reason}";
}

/// Part of another source.
pub(crate) struct PartSource {
    pub(crate) whole: std::rc::Rc<dyn Source>,
    pub(crate) offset: u64,
    pub(crate) len: u64,
}

impl Source for PartSource {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<(), ReadError> {
        let len = buf.len() as u64;
        if offset.checked_add(len).is_none_or(|end| end > self.len) {
            return Err(ReadError::Outside { offset, len, size: self.len });
        }
        self.whole.read_at(self.offset + offset, buf)
    }

    fn place_in_file(&self, offset: u64) -> Option<u64> {
        self.whole.place_in_file(self.offset + offset)
    }
}

/// Bytes in memory.
#[derive(Debug, Clone)]
pub struct MemorySource(Vec<u8>);

impl MemorySource {
    /// Takes the bytes.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl Source for MemorySource {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<(), ReadError> {
        let bytes = usize::try_from(offset)
            .ok()
            .and_then(|start| self.0.get(start..start.checked_add(buf.len())?));
        match bytes {
            Some(bytes) => {
                buf.copy_from_slice(bytes);
                Ok(())
            }
            None => Err(ReadError::Outside { offset, len: buf.len() as u64, size: self.len() }),
        }
    }
}
