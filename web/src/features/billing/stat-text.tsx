import { Text, type TextProps } from '@mantine/core'
import type { ReactNode } from 'react'

type StatTextProps = Omit<TextProps, 'size'> & { value: ReactNode; size?: number; children?: ReactNode }

/** A highlighted number with a dimmed description beside it. */
export const StatText = ({ value, size = 22, children, ...props }: StatTextProps) => (
  <Text c="dimmed" className="numbers" {...props}>
    <Text component="strong" c="var(--mantine-color-text)" fz={size} lh={`${size + 6}px`} fw={600} lts="-0.02em">
      {value}
    </Text>{' '}
    {children}
  </Text>
)
