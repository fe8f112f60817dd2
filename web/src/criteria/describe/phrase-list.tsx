import type { Criteria } from '@dooryard/contract/criteria'
import { Box, Group, Paper, Text } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { useCountyName } from '../places/places.data.ts'
import { criteriaInWords, type Phrase } from './format-criteria.ts'

export const Phrases = (props: { ref?: Ref<HTMLUListElement>; children: ReactNode }) => (
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

export const PhraseItem = ({ phrase: { label, text }, children }: { phrase: Phrase; children?: ReactNode }) => (
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

export const PhraseList = ({ phrases }: { phrases: readonly Phrase[] }) =>
  phrases.length > 0 && (
    <Phrases>
      {phrases.map((phrase) => (
        <PhraseItem key={phrase.id} phrase={phrase} />
      ))}
    </Phrases>
  )

/** What somebody else asks for, in words, to read: their saved searches have no names for whoever else looks. */
export function OthersPhrases({ criteria }: { criteria: Criteria }) {
  const countyName = useCountyName(criteria.location?.counties)
  return <PhraseList phrases={criteriaInWords(criteria, countyName, () => undefined)} />
}
