import { ownerTypes } from '@dooryard/contract/api/enums'
import { type BuyerMatch, buyerMatches } from '@dooryard/contract/properties/buyer-matches'
import { Anchor, Box, Group, NativeSelect, Paper, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { MaskedText } from '../../criteria/owners/masked-text.tsx'
import { buildQuery } from '../../lib/api/query.ts'
import { formatNumber, pluralize, toReadableCase } from '../../lib/format/format.ts'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import { useBuyerLists } from './buyer-lists.data.ts'

function MatchName({ buyer: { names, isOwnerMasked } }: BuyerMatch) {
  const [name] = names
  if (!name) return 'Name not given'
  return isOwnerMasked ? <MaskedText what="Buyer" text={name} /> : toReadableCase(name)
}

function Match({ match }: { match: BuyerMatch }) {
  const { score, reasons, buyer } = match
  const contact = buyer.contactPropertyId
  const type = buyer.buyerType === 'UNKNOWN' ? undefined : ownerTypes.label(buyer.buyerType)
  return (
    <Paper component="li" withBorder p="8px 12px" mb={8}>
      <Group justify="space-between" wrap="nowrap" gap={12}>
        <Text component="div" fw={600} miw={0} style={{ overflowWrap: 'anywhere' }}>
          <MatchName {...match} />
        </Text>
        <Text span className="numbers" fw={600} flex="none" title="Match score">
          {score}
          <Text span inherit c="dimmed" fw={400}>
            {' '}
            of 100
          </Text>
        </Text>
      </Group>
      <Text fz={12} c="dimmed">
        {[type, pluralize(buyer.purchases, 'purchase')].filter(Boolean).join(' · ')}
      </Text>
      <Box component="ul" m="4px 0 0" pl={16} fz={13} lh="20px">
        {reasons.map(({ kind, points, maxPoints, text }) => (
          <li key={kind}>
            {text}{' '}
            <Text span fz={12} c="dimmed" className="numbers">
              · {points}/{maxPoints} points
            </Text>
          </li>
        ))}
      </Box>
      {contact && (
        <Anchor
          fz={13}
          renderRoot={(props) => (
            <Link
              to="/portal/lead-finder"
              search={{ criteria: { only: { propertyIds: [contact] } }, property: contact }}
              {...props}
            />
          )}
        >
          Get contact
        </Anchor>
      )}
    </Paper>
  )
}

/** The buyers who would buy a property, of the market around it or of a saved list, each with the reasons. */
export function BuyerMatches({ propertyId }: { propertyId: string }) {
  const [listId, setListId] = useState('')
  const lists = useBuyerLists()
  const body = { propertyId, ...(listId && { listId }) }
  const { data, error, refetch } = useQuery(buildQuery(buyerMatches.find, { body }))
  const where = listId ? 'within 50 miles' : 'within 5 miles'
  return (
    <section aria-label="Who would buy this?">
      <NativeSelect
        label="Who would buy this?"
        data={[
          { value: '', label: 'All buyers within 5 miles' },
          ...lists.map(({ id, name, buyers }) => ({ value: id, label: `${name} (${formatNumber(buyers)})` })),
        ]}
        value={listId}
        onChange={({ currentTarget }) => setListId(currentTarget.value)}
        mb={8}
      />
      {error && !data ? (
        <LoadFailure what="The buyers" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <Text fz={12} c="dimmed" mb={8}>
            {data.items.length === 0
              ? `No purchases ${where} in the last 24 months.`
              : `Best of ${pluralize(data.considered, 'buyer')} with purchases ${where} in the last 24 months.`}
          </Text>
          <PlainList>
            {data.items.map((match) => (
              <Match key={match.buyer.buyerKey} match={match} />
            ))}
          </PlainList>
        </>
      ) : (
        <Skeleton height={160} radius="md" role="status" aria-label="Finding buyers" />
      )}
    </section>
  )
}
