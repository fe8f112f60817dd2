import type { Buyer, BuyerPage } from '@dooryard/contract/properties/buyers'
import { Box, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { RevealOwner } from '../../../criteria/owners/reveal-owner.tsx'
import type { Position } from '../../../criteria/places/position.ts'
import { formatDay, formatDollars, pluralize, toReadableCase } from '../../../lib/format/format.ts'
import { LoadFailure, StateView } from '../../../ui/feedback/state-view.tsx'
import { DetailDrawer, DetailGroup } from '../../../ui/overlay/detail-drawer.tsx'
import { BuyerDeeds } from './buyer-deeds.tsx'
import { formatMailingAddress, formatTypeAndTown, toPriceBand } from './buyer-formats.ts'
import { BuyerName } from './buyer-name.tsx'
import { Note, OrderContact } from './buyer-order.tsx'
import { BuyerDefinitions, BuyerStats, PriceBand } from './buyer-stats.tsx'

type BuyerDrawerProps = {
  id: string | undefined
  result: UseQueryResult<BuyerPage>
  around: { center: Position | undefined; miles: number }
  onClose: () => void
}

export function BuyerDrawer({ id, result, around, onClose }: BuyerDrawerProps) {
  const { data, error, isFetching, refetch } = result
  const body = (shown: string) => {
    const buyer = data?.items.find(({ buyerKey }) => buyerKey === shown)
    if (data && buyer) return <Details key={shown} buyer={buyer} since={data.since} {...around} />
    if (isFetching) return <BuyerSkeleton />
    if (error) return <LoadFailure what="The buyer" error={error} onRetry={() => void refetch()} />
    return (
      <StateView
        icon={UserX}
        title="This buyer is not on this page"
        text="The list has changed. Close this and search the list."
      />
    )
  }
  return (
    <DetailDrawer what="Buyer" id={id} size={520} onClose={onClose}>
      {body}
    </DetailDrawer>
  )
}

type DetailsProps = { buyer: Buyer; since: string } & BuyerDrawerProps['around']

function Details({ buyer, since, ...around }: DetailsProps) {
  const { names, medianPrice, transfers } = buyer
  const spellings = buyer.isOwnerMasked ? [] : names.slice(1).map(toReadableCase)
  const priced = toPriceBand(buyer, since)
  const mailing = formatMailingAddress(buyer)
  return (
    <>
      <h2>
        <BuyerName buyer={buyer} />
      </h2>
      <Note>{formatTypeAndTown(buyer)}</Note>
      {spellings.length > 0 && <Note>Also written {spellings.join('; ')}</Note>}
      {mailing && <Note>Mailing address: {mailing}</Note>}
      <Box mt={16}>
        <OrderContact buyer={buyer} />
      </Box>
      {buyer.isOwnerMasked && buyer.contactPropertyId && (
        <RevealOwner propertyId={buyer.contactPropertyId} what="buyer" />
      )}
      <DetailGroup title={`Activity since ${formatDay(since)}`}>
        <BuyerStats buyer={buyer} />
        <BuyerDefinitions />
      </DetailGroup>
      {medianPrice !== null && (
        <DetailGroup title="Price band">
          {priced ? <PriceBand {...priced} /> : <Note>One known price: {formatDollars(medianPrice)}</Note>}
        </DetailGroup>
      )}
      <DetailGroup title={pluralize(transfers.length, 'purchase')}>
        <BuyerDeeds buyer={buyer} since={since} {...around} />
      </DetailGroup>
    </>
  )
}

const BuyerSkeleton = () => (
  <div role="status" aria-label="Loading the buyer">
    <Skeleton height={24} width="60%" mb={8} />
    <Skeleton height={16} width="40%" mb={24} />
    <Skeleton height={220} mb={24} />
    {['90%', '70%', '80%', '60%', '85%'].map((width) => (
      <Skeleton key={width} height={14} my={16} width={width} />
    ))}
  </div>
)
