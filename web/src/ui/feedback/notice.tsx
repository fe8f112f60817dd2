import { Group } from '@mantine/core'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { getToneColors } from '../display/tones.ts'

const notices = {
  info: { icon: Info, tone: 'brand' },
  good: { icon: CircleCheck, tone: 'good' },
  warn: { icon: CircleAlert, tone: 'warn' },
  bad: { icon: TriangleAlert, tone: 'bad' },
} as const

export function Notice({ tone, children }: { tone: keyof typeof notices; children: ReactNode }) {
  const { icon: Icon, tone: color } = notices[tone]
  return (
    <Group
      {...getToneColors(color)}
      role={tone === 'bad' ? 'alert' : 'note'}
      gap={10}
      wrap="nowrap"
      align="flex-start"
      px={12}
      py={10}
      fz="sm"
      lh="20px"
      bdrs="md"
    >
      <Icon size={16} aria-hidden="true" style={{ flex: 'none', marginTop: 2 }} />
      <div>{children}</div>
    </Group>
  )
}
