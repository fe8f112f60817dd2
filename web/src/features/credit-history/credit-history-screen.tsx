import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download, History } from 'lucide-react'
import { creditEntryColumns } from '../../entities/credit-entry/credit-entry-columns.tsx'
import { unknown } from '../../lib/format.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { NothingFound, StateView } from '../../ui/display/state-view.tsx'
import { SettingsFrame } from '../../ui/layout/settings-frame.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { BalancePanel } from './balance-panel.tsx'
import { BalanceTiles } from './balance-tiles.tsx'
import { entryPage, type HistoryState, useExport, useLiveHistory } from './credit-history.data.ts'
import classes from './credit-history.module.css'
import { Filters } from './filters.tsx'
import { HoldsPanel } from './holds-panel.tsx'
import { OrderName } from './order-name.tsx'

const columns = creditEntryColumns((entry) => <OrderName {...entry} otherwise={unknown} />)

type CreditHistoryProps = { state: HistoryState; onState: OnState }

const noFilters = { type: undefined, bucket: undefined, from: undefined, to: undefined, orderId: undefined }

const untouched = (
  <StateView
    icon={History}
    title="No credits have moved yet"
    text="Each credit that you get, hold, spend or get back stands here from then on, with the reason."
    action={
      <LinkButton to="/portal/settings/pay-as-you-go" variant="default">
        Buy credits
      </LinkButton>
    }
  />
)

/** Every change of the user's credits, what is held for which order, and how the balance came about. */
export function CreditHistoryScreen({ state, onState }: CreditHistoryProps) {
  const { page, limit, days, ...filters } = state
  const result = useQuery(entryPage({ page, limit, ...filters }))
  const save = useExport()
  useLiveHistory()
  const clear = () => onState({ ...noFilters, page: 1 })
  const isFiltered = Object.values(filters).some(Boolean)
  const isUntouched = !isFiltered && result.data?.totalCount === 0
  return (
    <SettingsFrame title="Credit history" wide>
      <BalanceTiles />
      <BalancePanel
        days={days}
        onDays={(next) => onState({ days: next })}
        onRange={(from, to) => onState({ from, to, page: 1 })}
      />
      <HoldsPanel onOrder={(orderId) => onState({ ...noFilters, orderId, page: 1 })} />
      <section className={classes.ledger} aria-labelledby="ledger">
        <div className={classes.heading}>
          <h2 id="ledger">Every change</h2>
          <Button
            variant="default"
            size="xs"
            leftSection={<Download size={14} aria-hidden="true" />}
            disabled={!result.data?.totalCount}
            loading={save.isPending}
            onClick={() => save.mutate(filters)}
          >
            Download CSV
          </Button>
        </div>
        {!isUntouched && <Filters filters={filters} onState={onState} onClear={clear} />}
        <DataTable
          label="Entries"
          columns={columns}
          result={result}
          rowId={(entry) => entry.id}
          state={{ page, limit }}
          onState={onState}
          empty={isFiltered ? <NothingFound onClear={clear} /> : untouched}
        />
      </section>
    </SettingsFrame>
  )
}
