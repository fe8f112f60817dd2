import type { Buyer, BuyerPage } from '@dooryard/contract/buyers'
import { Button, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Check, PackagePlus, UserX } from 'lucide-react'
import { useState } from 'react'
import { formatDay, formatDollars, plural } from '../../lib/format.ts'
import { useCreditSettings } from '../../lib/me.ts'
import { PlacesMap } from '../../map/late-map.tsx'
import { DetailDrawer, DetailGroup } from '../../ui/display/detail-drawer.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { LoadFailure, StateView } from '../../ui/display/state-view.tsx'
import { BuyerDeeds } from './buyer-deeds.tsx'
import classes from './buyer-drawer.module.css'
import { BuyerFigures, WhatIsCounted } from './buyer-figures.tsx'
import type { Position } from './buyer-search.ts'
import { mailingLine, nameOf, priceBandOf, typeAndTown } from './buyer-words.ts'
import { buyerPoints } from './map-points.ts'
import { chosenOf, contactCriteria, orderWay, refusalOf } from './order-rules.ts'
import { PriceBand } from './price-band.tsx'
import { useChoice } from './use-buyer-choice.ts'

type Around = { center: Position | undefined; miles: number }

function OrderContact({ buyer }: { buyer: Buyer }) {
  const settings = useCreditSettings()
  const { isChosen, choose } = useChoice()
  const own = chosenOf(buyer)
  if (!own) return <p className={classes.note}>{refusalOf(buyer)}</p>
  const way = settings && orderWay(1, settings)
  if (!way) return null
  if (way.type)
    return (
      <LinkButton
        to="/portal/orders/create"
        search={{ criteria: contactCriteria([own]), type: way.type }}
        leftSection={<PackagePlus size={16} aria-hidden="true" />}
      >
        Order their contact
      </LinkButton>
    )
  const isOn = isChosen(buyer)
  return (
    <>
      <Button
        variant={isOn ? 'default' : 'filled'}
        aria-pressed={isOn}
        leftSection={isOn ? <Check size={16} aria-hidden="true" /> : <PackagePlus size={16} aria-hidden="true" />}
        onClick={() => choose([buyer], !isOn)}
      >
        {isOn ? 'Chosen for an order' : 'Choose to order their contact'}
      </Button>
      <p className={classes.note}>{way.least} Choose others in the list, and order them together.</p>
    </>
  )
}

function BuyerMap({ buyer, since, around, active, onActive }: BuyerMapProps) {
  const points = buyerPoints(buyer, since)
  if (points.length === 0) return <p className={classes.note}>No county says where these properties lie.</p>
  return (
    <div className={classes.map}>
      <PlacesMap
        label={`Map of the purchases of ${nameOf(buyer)}`}
        center={around.center}
        miles={around.miles}
        points={points}
        active={active}
        onActive={onActive}
        onOpen={onActive}
      />
    </div>
  )
}

type BuyerMapProps = {
  buyer: Buyer
  since: string
  around: Around
  active: string | undefined
  onActive: (index: string | undefined) => void
}

function Details({ buyer, since, around }: { buyer: Buyer; since: string; around: Around }) {
  const [active, onActive] = useState<string>()
  const priced = priceBandOf(buyer, since)
  const mailing = mailingLine(buyer)
  return (
    <>
      <h2>{nameOf(buyer)}</h2>
      <p className={classes.note}>{typeAndTown(buyer)}</p>
      {buyer.names.length > 1 && (
        <p className={classes.note}>
          Also written{' '}
          {buyer.names
            .slice(1)
            .map((name) => nameOf({ names: [name] }))
            .join('; ')}
        </p>
      )}
      {mailing && <p className={classes.note}>Mail goes to {mailing}</p>}
      <div className={classes.order}>
        <OrderContact buyer={buyer} />
      </div>
      <DetailGroup title={`Here since ${formatDay(since)}`}>
        <BuyerFigures buyer={buyer} />
        <WhatIsCounted />
      </DetailGroup>
      {priced && (
        <DetailGroup title="Price band">
          <PriceBand {...priced} />
        </DetailGroup>
      )}
      {!priced && buyer.medianPrice !== null && (
        <DetailGroup title="Price band">
          <p className={classes.note}>One known price: {formatDollars(buyer.medianPrice)}</p>
        </DetailGroup>
      )}
      <DetailGroup
        title={`${plural(buyer.transfers.length, 'deed')} that ${buyer.transfers.length === 1 ? 'proves' : 'prove'} it`}
      >
        <BuyerMap buyer={buyer} since={since} around={around} active={active} onActive={onActive} />
        <BuyerDeeds buyer={buyer} since={since} active={active} onActive={onActive} />
        {buyer.purchases > buyer.transfers.length && (
          <p className={classes.note}>The newest of {plural(buyer.purchases, 'purchase')} are shown.</p>
        )}
      </DetailGroup>
    </>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the buyer">
      <Skeleton height={24} width="60%" mb={8} />
      <Skeleton height={16} width="40%" mb={24} />
      <Skeleton height={220} mb={24} />
      {['90%', '70%', '80%', '60%', '85%'].map((width) => (
        <Skeleton key={width} height={14} my={16} width={width} />
      ))}
    </div>
  )
}

const gone = (
  <StateView
    icon={UserX}
    title="This buyer is not on this page"
    text="The list has changed since the link was made. Close this and look for them in the list."
  />
)

type BuyerDrawerProps = {
  id: string | undefined
  result: UseQueryResult<BuyerPage>
  around: Around
  onClose: () => void
}

/** What is known of one buyer, with the deeds that prove it, beside the list. */
export function BuyerDrawer({ id, result, around, onClose }: BuyerDrawerProps) {
  const { data, error, isFetching, refetch } = result
  const body = (shown: string) => {
    const buyer = data?.items.find(({ buyerKey }) => buyerKey === shown)
    if (data && buyer) return <Details key={shown} buyer={buyer} since={data.since} around={around} />
    if (isFetching) return <Waiting />
    return error ? <LoadFailure what="The buyer" error={error} onRetry={() => void refetch()} /> : gone
  }
  return (
    <DetailDrawer what="Buyer" id={id} size={520} onClose={onClose}>
      {body}
    </DetailDrawer>
  )
}
