import type { ReactNode } from 'react'

type ScrollAreaProps = { mah?: number | string; children?: ReactNode }

// Built in place of Mantine's scroll area, which cannot be reached by keyboard: the browser's own.

export const ScrollAreaAutosize = ({ mah, children }: ScrollAreaProps) => (
  <div style={{ maxHeight: mah, overflow: 'auto' }}>{children}</div>
)

export const ScrollArea = Object.assign(ScrollAreaAutosize, { Autosize: ScrollAreaAutosize })
