import { type Affiliate, adminAffiliates, type CommissionEntry } from '@dooryard/contract/billing/affiliates'
import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CommissionEntries, ExportCommissions } from '../../entities/commission/commission-entries.tsx'
import { CommissionTotals, formatCommissionTerms } from '../../entities/commission/commission-totals.tsx'
import { downloadFile } from '../../lib/api/file-transfer.ts'
import { buildLiveQuery, buildQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { formatMoney } from '../../lib/format/format.ts'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { NotFoundOrError } from '../../ui/feedback/state-view.tsx'
import { ReasonDialog, withReason } from '../../ui/form/reason-dialog.tsx'
import { DetailDrawer, DetailGroup } from '../../ui/overlay/detail-drawer.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { AffiliateCoupons } from './affiliate-coupons.tsx'
import { refreshes } from './affiliates.data.ts'
import { PayoutDialog } from './payout-dialog.tsx'
import { TermsDialog } from './terms-dialog.tsx'

type OpenDialog = 'terms' | 'payout' | undefined

function Commissions({ userId }: Pick<Affiliate, 'userId'>) {
  const [page, setPage] = useState({ page: 1, limit: 10 })
  const [reversed, setReversed] = useState<CommissionEntry>()
  const params = { userId }
  const result = useQuery(buildLiveQuery(adminAffiliates.entries, { params, query: page }))
  const reverse = useEndpointMutation(adminAffiliates.reversePayout, { refreshes, awaitsRefresh: true })
  const amount = reversed && formatMoney({ ...reversed, amount: -reversed.amount })
  return (
    <>
      <CommissionEntries
        result={result}
        page={page}
        onPage={setPage}
        action={(entry) =>
          entry.type === 'PAYOUT' &&
          !entry.isReversed && (
            <Button
              variant="subtle"
              size="compact-xs"
              color="red"
              display="block"
              ml="auto"
              mr={-8}
              aria-label={`Reverse the payout of ${formatMoney({ ...entry, amount: -entry.amount })}`}
              onClick={() => setReversed(entry)}
            >
              Reverse
            </Button>
          )
        }
      />
      <ReasonDialog
        prompt={
          reversed && {
            id: reversed.id,
            title: `Reverse the payout of ${amount}?`,
            lead: `${amount} becomes payable again. The payout stays in the list.`,
            readers: 'The affiliate sees it.',
            example: 'The transfer came back',
            send: 'Reverse payout',
            isGrave: true,
          }
        }
        call={withReason(reverse, (reason) => ({ params: { userId, entryId: reversed?.id ?? '' }, body: { reason } }))}
        onDone={() => {
          showSuccessToast(`Payout of ${amount} reversed`)
          setReversed(undefined)
        }}
        onClose={() => setReversed(undefined)}
      />
    </>
  )
}

function Details({ affiliate }: { affiliate: Affiliate }) {
  const [open, setOpen] = useState<OpenDialog>()
  const { userId, name, email, terms, totals, customers } = affiliate
  const close = () => setOpen(undefined)
  return (
    <>
      <h2>{name}</h2>
      <Text c="dimmed" mb={16}>
        {email}
      </Text>
      <CommissionTotals {...affiliate} />
      <Box mt={20}>
        <DescriptionList
          items={[
            { label: 'Commission', value: formatCommissionTerms(terms) },
            { label: 'Customers', value: customers },
          ]}
        />
      </Box>
      <Group gap={8} mt={16}>
        <Button size="xs" variant="default" onClick={() => setOpen('terms')}>
          Set commission
        </Button>
        <Button size="xs" disabled={totals.payable <= 0} onClick={() => setOpen('payout')}>
          Record payout
        </Button>
        {customers > 0 && (
          <ExportCommissions fetchCsv={() => downloadFile(adminAffiliates.export, { params: { userId } })} />
        )}
      </Group>
      <DetailGroup title="Coupons">
        <AffiliateCoupons userId={userId} />
      </DetailGroup>
      <DetailGroup title="Commissions and payouts">
        <Commissions userId={userId} />
      </DetailGroup>
      <TermsDialog affiliate={affiliate} opened={open === 'terms'} onClose={close} />
      <PayoutDialog affiliate={affiliate} opened={open === 'payout'} onClose={close} />
    </>
  )
}

function FetchedDetails({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(buildQuery(adminAffiliates.get, { params: { userId: id } }))
  if (data) return <Details affiliate={data} />
  if (error) return <NotFoundOrError what="This affiliate" error={error} onRetry={() => void refetch()} />
  return <Skeleton height={320} role="status" aria-label="Loading the affiliate" />
}

/** An affiliate's commission, totals, entries and payouts. */
export const AffiliateDrawer = ({ id, onClose }: { id: string | undefined; onClose: () => void }) => (
  <DetailDrawer what="Affiliate" id={id} size={640} onClose={onClose}>
    {(shown) => <FetchedDetails key={shown} id={shown} />}
  </DetailDrawer>
)
