import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Box, Group, Paper, Text } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { useCountyName } from '../places/places.data.ts'
import { type CriterionLabel, formatCriteria } from './format-criteria.ts'

export const CriterionListBox = (props: { ref?: Ref<HTMLUListElement>; children: ReactNode }) => (
  <Box
    component="ul"
    display="flex"
    m={0}
    p={0}
    style={{ flexWrap: 'wrap', gap: 6, listStyle: 'none' }}
    aria-label="Filters set"
    {...props}
  />
)

export const CriterionItem = ({
  criterion: { label, text },
  children,
}: {
  criterion: CriterionLabel
  children?: ReactNode
}) => (
  <Paper component="li" withBorder radius="sm" display="inline-flex" maw="100%" mih={28} p="2px 10px">
    <Group component="span" gap={6} wrap="nowrap" miw={0} fz="sm" lh="20px">
      <Text inherit span c="dimmed" flex="none">
        {label}
      </Text>
      <Text inherit span miw={0} style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {children}
    </Group>
  </Paper>
)

export const CriterionList = ({ labels }: { labels: readonly CriterionLabel[] }) =>
  labels.length > 0 && (
    <CriterionListBox>
      {labels.map((criterion) => (
        <CriterionItem key={criterion.id} criterion={criterion} />
      ))}
    </CriterionListBox>
  )

/** Another user's criteria, read-only. The names of their saved searches and orders are not available. */
export function ReadOnlyCriteria({ criteria }: { criteria: Criteria }) {
  const getCountyName = useCountyName(criteria.location?.counties)
  return <CriterionList labels={formatCriteria(criteria, getCountyName)} />
}
