import { Box, Group, Paper, SimpleGrid, type SimpleGridProps, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/format/format.ts'

export type Stat = {
  label: string
  value: ReactNode
  hint: ReactNode
  /** Next to the value, smaller. */
  aside?: ReactNode
}

const StatCard = ({ label, value, hint, aside }: Stat) => (
  <Paper withBorder px={16} py={14}>
    <Text component="dt" c="dimmed" fz="sm" lh="20px">
      {label}
    </Text>
    <Group component="dd" align="baseline" gap="0 8px" m={0}>
      <Text component="strong" fz={22} lh="28px" fw={600} lts="-0.02em" style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
      {aside && (
        <Text span c="dimmed" fz="sm">
          {aside}
        </Text>
      )}
    </Group>
    {hint}
  </Paper>
)

type StatGridProps = {
  stats: Stat[] | undefined
  /** The number of cards and their height in pixels, for the skeleton. */
  expected: { count: number; height: number }
}

/** Stat cards: a value, its label and a hint. */
export const StatGrid = ({ stats, expected: { count, height } }: StatGridProps) => (
  <SimpleGrid
    cols={{ base: 2, md: 4 }}
    spacing={12}
    verticalSpacing={12}
    m={0}
    className="numbers"
    {...(stats ? { component: 'dl' } : { role: 'status', 'aria-label': 'Figures, loading' })}
  >
    {stats
      ? stats.map((stat) => <StatCard key={stat.label} {...stat} />)
      : // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing but their place
        Array.from({ length: count }, (_, at) => <Skeleton key={at} height={height} radius="md" />)}
  </SimpleGrid>
)

const shareColors: Record<string, string> = {
  COMPLETED: 'var(--mantine-color-good-filled)',
  FAILED: 'var(--mantine-color-bad-filled)',
  CANCELLED: 'var(--mantine-color-dimmed)',
}

type ShareBarsProps = { shares: { status: string; label: string; count: number }[]; total: number }

/** The outcomes of a set: each share with its label, count and a bar. */
export const ShareBars = ({ shares, total }: ShareBarsProps) => (
  <Stack component="dl" m={0} className="numbers">
    {shares.map(({ status, label, count }) => (
      <Group key={status} justify="space-between" gap="4px 12px" fz="sm" lh="20px">
        <dt>{label}</dt>
        <Box component="dd" m={0} fw={550}>
          {formatNumber(count)}
        </Box>
        <Box component="dd" m={0} w="100%" h={6} bdrs={3} bg="var(--ring-track)" aria-hidden="true">
          <Box h="100%" bdrs={3} w={`${(count / total) * 100}%`} bg={shareColors[status] ?? 'var(--neutral)'} />
        </Box>
      </Group>
    ))}
  </Stack>
)

export type StatTile = { label: string; value: string; tone?: 'bad' | 'warn' | undefined }

const colors = { bad: 'var(--mantine-color-bad-filled)', warn: 'var(--mantine-color-warn-light-color)' }

type StatTilesProps = { stats: StatTile[]; size?: 'md' | 'lg' }

/** Values side by side, each with its label; the remaining props set the columns. */
export function StatTiles({ stats, size = 'md', ...grid }: SimpleGridProps & StatTilesProps) {
  const valueProps = size === 'lg' ? { fz: 22, lts: '-0.02em' } : { fz: 17 }
  return (
    <SimpleGrid component="dl" autoFlow="auto-fit" spacing={12} m={0} className="numbers" {...grid}>
      {stats.map(({ label, value, tone }) => (
        <Paper key={label} withBorder px="md" py="sm">
          <Text component="dt" c="dimmed" fz="sm" lh="20px">
            {label}
          </Text>
          <Text component="dd" fw={600} lh="28px" c={tone && colors[tone]} {...valueProps}>
            {value}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}
