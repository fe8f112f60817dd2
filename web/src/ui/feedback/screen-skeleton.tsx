import { Group, Paper, Skeleton } from '@mantine/core'

export const ScreenSkeleton = () => (
  <div role="status" aria-label="Loading">
    <Skeleton height={28} width={200} mb={20} />
    <Paper withBorder style={{ overflow: 'hidden' }}>
      {Array.from({ length: 11 }, (_, index) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing but their place
          key={index}
          wrap="nowrap"
          gap="12%"
          h={44}
          px={16}
          style={index < 10 ? { borderBottom: '1px solid var(--line)' } : undefined}
        >
          <Skeleton height={12} width={`${32 - ((index * 5) % 9)}%`} />
          <Skeleton height={12} width={`${18 - ((index * 3) % 5)}%`} />
          <Skeleton height={12} width={`${12 - (index % 4)}%`} />
        </Group>
      ))}
    </Paper>
  </div>
)
