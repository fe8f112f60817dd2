import { Box, Paper, Text } from '@mantine/core'

export type Stat = { label: string; value: string; tone?: 'bad' | 'warn' | undefined }

const colors = { bad: 'var(--mantine-color-bad-filled)', warn: 'var(--mantine-color-warn-light-color)' }

type StatTilesProps = {
  stats: Stat[]
  /** Of a tile, in pixels. */
  minWidth: number
  size?: 'md' | 'lg'
}

/** Figures side by side, each under its name. */
export function StatTiles({ stats, minWidth, size = 'md' }: StatTilesProps) {
  const gridTemplateColumns = `repeat(auto-fit, minmax(${minWidth}px, 1fr))`
  const figure = size === 'lg' ? { fz: 22, lts: '-0.02em' } : { fz: 17 }
  return (
    <Box component="dl" className="numbers" display="grid" m={0} style={{ gridTemplateColumns, gap: 12 }}>
      {stats.map(({ label, value, tone }) => (
        <Paper key={label} withBorder px="md" py="sm">
          <Text component="dt" c="dimmed" fz="sm" lh="20px">
            {label}
          </Text>
          <Text component="dd" fw={600} lh="28px" c={tone && colors[tone]} {...figure}>
            {value}
          </Text>
        </Paper>
      ))}
    </Box>
  )
}
