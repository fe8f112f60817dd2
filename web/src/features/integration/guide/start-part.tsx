import type { ApiKey } from '@dooryard/contract/api-keys'
import type { ListedOrder } from '@dooryard/contract/order'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LoadFailure } from '../../../ui/display/state-view.tsx'
import type { OnState } from '../../../ui/table/columns.ts'
import type { IntegrationSearch } from '../integration-search.ts'
import type { IssuedKeys } from '../issued-keys.ts'
import { ArrivalStep } from './arrival-step.tsx'
import { CallStep } from './call-step.tsx'
import { firstOrder, keyList, useAudiences, watchedKey } from './guide.data.ts'
import classes from './guide.module.css'
import { GuideFrame, GuideStep } from './guide-frame.tsx'
import { KeyStep } from './key-step.tsx'

/** The newest order of the guide since a key was made, looked for once the key was called. */
function useOrderSince(key: ApiKey | undefined, calledAt: string | undefined): ListedOrder | undefined {
  const since = key?.createdAt ?? ''
  const { data, refetch } = useQuery({ ...firstOrder(since), enabled: calledAt !== undefined })
  useEffect(() => {
    // The order before may be over, and no longer looked at.
    if (calledAt) void refetch()
  }, [calledAt, refetch])
  const order = data?.items[0]
  return calledAt && order && order.createdAt >= since ? order : undefined
}

type StartPartProps = { state: IntegrationSearch; onState: OnState; issuedKeys: IssuedKeys; once: string }

export function StartPart({ state, onState, issuedKeys, once }: StartPartProps) {
  const keys = useQuery(keyList())
  const campaigns = useAudiences(state.campaign)
  const issued = issuedKeys.find(state.key)
  const chosen = issued ?? keys.data?.items.find(({ id }) => id === state.key)
  const watched = useQuery({ ...watchedKey(chosen?.id ?? ''), enabled: chosen !== undefined })
  const calledAt = watched.data?.lastCall?.at
  const order = useOrderSince(chosen, calledAt)
  const failed = [keys, campaigns].find(({ error, data }) => error && !data)
  if (failed)
    return <LoadFailure what="Your keys and campaigns" error={failed.error} onRetry={() => void failed.refetch()} />
  if (!keys.data || !campaigns.data) return <Skeleton height={560} radius="md" />
  const take = () => issued && issuedKeys.take(issued.id)
  const aside = (
    <>
      <GuideStep number={3} title="See them arrive" isDone={order?.userFacingStatus === 'COMPLETED'}>
        <ArrivalStep keyId={chosen?.id} order={order} />
      </GuideStep>
      <Text px={4} c="dimmed" fz="sm" lh="20px" className={classes.links}>
        Then have orders told to your program:{' '}
        <Link to="/portal/integration" search={{ ...state, part: 'verify' }}>
          verify webhooks
        </Link>
        . Every call is in the <Link to="/portal/api-reference">API reference</Link>.
      </Text>
    </>
  )
  return (
    <GuideFrame aside={aside}>
      <GuideStep number={1} title="Make a key" isDone={chosen !== undefined}>
        <KeyStep
          keys={keys.data.items}
          chosen={chosen}
          issued={issued}
          onChoose={(key) => onState({ key })}
          onMade={issuedKeys.add}
          onTaken={take}
        />
      </GuideStep>
      <GuideStep number={2} title="Make the first calls" isDone={calledAt !== undefined}>
        <CallStep
          campaigns={campaigns.data}
          campaignId={state.campaign}
          language={state.language ?? 'curl'}
          secret={issued?.key}
          once={once}
          orderId={order?.id}
          onState={onState}
          onTaken={take}
        />
      </GuideStep>
    </GuideFrame>
  )
}
