import { Text, type TextProps } from '@mantine/core'
import type { ReactNode } from 'react'

type FigureProps = Omit<TextProps, 'size'> & { value: ReactNode; size?: number; children?: ReactNode }

/** A number that stands out, and dimmed beside it what it is of. */
export const Figure = ({ value, size = 22, children, ...props }: FigureProps) => (
  <Text c="dimmed" className="numbers" {...props}>
    <Text component="strong" c="var(--mantine-color-text)" fz={size} lh={`${size + 6}px`} fw={600} lts="-0.02em">
      {value}
    </Text>{' '}
    {children}
  </Text>
)
