import { adminErrors, type ErrorDetail } from '@dooryard/contract/admin/error-reports'
import { Button, Group, Paper, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { parseDevice } from '../../../lib/format/device.ts'
import { formatDayAndTime, formatNumber, formatTime, toTitleCase } from '../../../lib/format/format.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { type DescriptionItem, DescriptionList, type EmptyItem } from '../../../ui/display/description-list.tsx'
import { AnchorLink } from '../../../ui/display/links.tsx'
import { NotFoundOrError } from '../../../ui/feedback/state-view.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { DetailDrawer, DetailGroup } from '../../../ui/overlay/detail-drawer.tsx'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { layerLabels, ResolutionTag } from './error-columns.tsx'
import classes from './error-drawer.module.css'

const backLink = { to: '/portal/operations', label: 'Back to operations' } as const

/** Shows one occurrence of an error, by its Error ID, or the newest of a group. */
export const ErrorDrawer = ({ id, onClose }: { id: string | undefined; onClose: () => void }) => (
  <DetailDrawer what="Error" id={id} size={640} onClose={onClose}>
    {(shown) => <FetchedError id={shown} />}
  </DetailDrawer>
)

function FetchedError({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(buildQuery(adminErrors.get, { params: { id } }))
  if (data) return <Details error={data} />
  if (!error) return <Skeleton height={480} role="status" aria-label="Loading the error" />
  return <NotFoundOrError what={`Error ${id}`} error={error} onRetry={() => void refetch()} backLink={backLink} />
}

function Details({ error }: { error: ErrorDetail }) {
  const { name, occurrence, recent } = error
  const { message, stack, breadcrumbs } = occurrence
  return (
    <>
      <h2>{name}</h2>
      <Text mt={6} mb={12} style={{ overflowWrap: 'anywhere' }}>
        {message}
      </Text>
      <Group justify="space-between" gap="sm" mb={20}>
        <ResolutionTag {...error} />
        <ResolveButton {...error} />
      </Group>
      <DescriptionList items={listFacts(error)} />
      <DetailGroup title="Stack trace">
        {stack ? <StackTrace text={stack} /> : <Nothing>No stack trace.</Nothing>}
      </DetailGroup>
      <DetailGroup title="Events before the error">
        {breadcrumbs.length > 0 ? <Breadcrumbs items={breadcrumbs} /> : <Nothing>No events recorded.</Nothing>}
      </DetailGroup>
      {recent.length > 1 && (
        <DetailGroup title="Newest occurrences">
          <Recent items={recent} shown={occurrence.id} />
        </DetailGroup>
      )}
    </>
  )
}

const Nothing = ({ children }: { children: string }) => (
  <Text c="dimmed" fz="sm">
    {children}
  </Text>
)

function ResolveButton({ id, resolvedAt }: ErrorDetail) {
  const isResolved = resolvedAt !== null
  const change = useEndpointMutation(adminErrors.change, {
    refreshes: [adminErrors.list, adminErrors.get],
    awaitsRefresh: true,
    onSuccess: () => showSuccessToast(isResolved ? 'Error reopened' : 'Error resolved'),
  })
  return (
    <Button
      variant={isResolved ? 'default' : 'filled'}
      size="xs"
      loading={change.isPending}
      onClick={() => change.mutate({ params: { id }, body: { isResolved: !isResolved } })}
    >
      {isResolved ? 'Reopen' : 'Resolve'}
    </Button>
  )
}

function listFacts({ layer, count, firstSeen, occurrence }: ErrorDetail): (DescriptionItem | EmptyItem)[] {
  const { id, occurredAt, place, release, browser, user, requestId } = occurrence
  return [
    {
      label: 'Error ID',
      value: (
        <Group gap={4} wrap="nowrap" my={-4}>
          <code>{id}</code>
          <CopyButton value={id} what="the Error ID" />
        </Group>
      ),
    },
    { label: 'When', value: formatDayAndTime(occurredAt) },
    { label: 'Count', value: `${formatNumber(count)}, first on ${formatDayAndTime(firstSeen)}` },
    { label: 'Layer', value: layerLabels[layer] },
    place && { label: 'Where', value: <span className={classes.long}>{place}</span> },
    { label: 'Release', value: release },
    browser && { label: 'Browser', value: <span title={browser}>{parseDevice(browser).name}</span> },
    user && {
      label: 'User',
      value: (
        <AnchorLink to="/portal/users" search={{ user: user.id }}>
          {user.email ?? 'Closed account'}
        </AnchorLink>
      ),
    },
    requestId && { label: 'Request', value: <code className={classes.long}>{requestId}</code> },
  ]
}

const StackTrace = ({ text }: { text: string }) => (
  <Paper withBorder bg="var(--raised)" style={{ overflow: 'hidden' }}>
    <ScrollRegion label="Stack trace" className={classes.stack}>
      <pre>{text}</pre>
    </ScrollRegion>
  </Paper>
)

const Breadcrumbs = ({ items }: { items: ErrorDetail['occurrence']['breadcrumbs'] }) => (
  <PlainList isOrdered gap={6} fz="sm" aria-label="Events before the error">
    {items.map(({ at, kind, text }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two may be equal
      <li key={index} className={classes.crumb}>
        <time dateTime={at}>{formatTime(at)}</time>
        <span>{toTitleCase(kind)}</span>
        <span>{text}</span>
      </li>
    ))}
  </PlainList>
)

const Recent = ({ items, shown }: { items: ErrorDetail['recent']; shown: string }) => (
  <PlainList gap={6} fz="sm" aria-label="Newest occurrences">
    {items.map(({ id, occurredAt }) => (
      <li key={id}>
        <Group justify="space-between" wrap="nowrap" gap="sm">
          {id === shown ? (
            <code aria-current="true">{id}</code>
          ) : (
            <AnchorLink
              from="/portal/operations"
              to="/portal/operations"
              search={(old) => ({ ...old, error: id })}
              resetScroll={false}
            >
              {id}
            </AnchorLink>
          )}
          <Text span inherit c="dimmed">
            {formatDayAndTime(occurredAt)}
          </Text>
        </Group>
      </li>
    ))}
  </PlainList>
)
