"""Reading rules of Chinese: names, frames and statements of a window, without a model."""
