"""Reading rules of English: names, frames and statements of a window, without a model."""
