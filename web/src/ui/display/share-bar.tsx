import { Box, Flex, Stack, type StackProps } from '@mantine/core'
import type { ReactNode } from 'react'

type ShareBarProps = StackProps & { parts: { share: number; color: string }[]; children: ReactNode }

/** Shares of a whole as a thin bar, with a text below. `color` is a CSS color. */
export const ShareBar = ({ parts, children, ...box }: ShareBarProps) => (
  <Stack gap={4} pt={{ base: 4, sm: 0 }} c="dimmed" fz="xs" lh="16px" {...box}>
    <Flex h={6} bdrs={3} bg="var(--ring-track)" style={{ overflow: 'hidden' }} aria-hidden="true">
      {parts.map(({ share, color }) => (
        <Box key={color} w={`${share * 100}%`} bg={color} flex="none" />
      ))}
    </Flex>
    <span>{children}</span>
  </Stack>
)
