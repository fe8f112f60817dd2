import type { ApiKey } from '@dooryard/contract/integrations/api-keys'
import type { ListedOrder } from '@dooryard/contract/orders/order'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import type { IntegrationSearch } from '../integration-search.ts'
import type { IssuedKeys } from '../issued-keys.ts'
import { ArrivalStep } from './arrival-step.tsx'
import { CallStep } from './call-step.tsx'
import { findFirstOrder, firstOrderQuery, keyListQuery, useAudiences, watchedKeyQuery } from './guide.data.ts'
import classes from './guide.module.css'
import { GuideFrame, GuideStep } from './guide-frame.tsx'
import { KeyStep } from './key-step.tsx'

/** The guide's newest order since a key was created, fetched once the key has been called. */
function useFirstOrder(key: ApiKey | undefined, calledAt: string | undefined): ListedOrder | undefined {
  const since = key?.createdAt ?? ''
  const isTest = key?.isTest ?? true
  const { data, refetch } = useQuery({ ...firstOrderQuery({ isTest, since }), enabled: calledAt !== undefined })
  useEffect(() => {
    // Polling may have stopped because the previous order was finished.
    if (calledAt) void refetch()
  }, [calledAt, refetch])
  const order = findFirstOrder(data?.items)
  return calledAt && order && order.createdAt >= since ? order : undefined
}

type StartPartProps = {
  state: IntegrationSearch
  onState: OnTableStateChange
  issuedKeys: IssuedKeys
  idempotencySuffix: string
}

export function StartTab({ state, onState, issuedKeys, idempotencySuffix }: StartPartProps) {
  const keys = useQuery(keyListQuery())
  const campaigns = useAudiences(state.campaign)
  const issued = issuedKeys.find(state.key)
  const chosen = issued ?? keys.data?.items.find(({ id }) => id === state.key)
  const watched = useQuery({ ...watchedKeyQuery(chosen?.id ?? ''), enabled: chosen !== undefined })
  const calledAt = watched.data?.lastCall?.at
  const order = useFirstOrder(chosen, calledAt)
  const failed = [keys, campaigns].find(({ error, data }) => error && !data)
  if (failed)
    return <LoadFailure what="Your keys and campaigns" error={failed.error} onRetry={() => void failed.refetch()} />
  if (!keys.data || !campaigns.data) return <Skeleton height={560} radius="md" />
  const markCopied = () => issued && issuedKeys.markCopied(issued.id)
  const aside = (
    <>
      <GuideStep number={3} title="Monitor requests" isDone={order?.userFacingStatus === 'COMPLETED'}>
        <ArrivalStep keyId={chosen?.id} order={order} />
      </GuideStep>
      <Text px={4} c="dimmed" fz="sm" lh="20px" className={classes.links}>
        Next, get notified about orders:{' '}
        <Link to="/portal/integration" search={{ ...state, part: 'verify' }}>
          verify webhooks
        </Link>
        . All calls are in the <Link to="/portal/api-reference">API reference</Link>.
      </Text>
    </>
  )
  return (
    <GuideFrame aside={aside}>
      <GuideStep number={1} title="Create a test key" isDone={chosen !== undefined}>
        <KeyStep
          keys={keys.data.items}
          chosen={chosen}
          issued={issued}
          onChoose={(key) => onState({ key })}
          onCreated={issuedKeys.add}
          onCopied={markCopied}
        />
      </GuideStep>
      <GuideStep number={2} title="Make your first calls" isDone={calledAt !== undefined}>
        <CallStep
          campaigns={campaigns.data}
          campaignId={state.campaign}
          language={state.language ?? 'curl'}
          secret={issued?.key}
          isTest={chosen?.isTest ?? true}
          idempotencySuffix={idempotencySuffix}
          orderId={order?.id}
          onState={onState}
          onCopied={markCopied}
        />
      </GuideStep>
    </GuideFrame>
  )
}
