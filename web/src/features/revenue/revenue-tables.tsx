import { type Revenue, type RevenueMonth, revenueDefinitions } from '@dooryard/contract/admin/revenue'
import { Text } from '@mantine/core'
import { emptyValue, formatMoney, formatMonth, formatNumber, formatShare } from '../../lib/format/format.ts'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { StatsTable } from '../../ui/table/stats-table.tsx'

const moneyColumns = [
  ['mrr', 'MRR'],
  ['newMrr', 'New'],
  ['expansionMrr', 'Expansion'],
  ['contractionMrr', 'Contraction'],
  ['churnedMrr', 'Churned'],
  ['payments', 'Payments'],
  ['refunds', 'Refunds'],
] as const

const countColumns = [
  ['creditsSold', 'Credits sold'],
  ['creditsUsed', 'Credits used'],
  ['creditsExpired', 'Credits expired'],
  ['creditsRefunded', 'Credits refunded'],
] as const

const formatChurn = ({ churnRate }: RevenueMonth) => (churnRate === null ? emptyValue : formatShare(churnRate))

const headers = [
  'Month',
  ...moneyColumns.map(([, label]) => label),
  'Subscribers',
  'Churn rate',
  ...countColumns.map(([, label]) => label),
]

/** The months since the first with a figure, but at least the current one. */
function dropEmptyStart(months: readonly RevenueMonth[]) {
  const isEmpty = (month: RevenueMonth) =>
    month.subscribers === 0 && [...moneyColumns, ...countColumns].every(([key]) => month[key] === 0)
  const first = months.findIndex((month) => !isEmpty(month))
  return first === -1 ? months.slice(-1) : months.slice(first)
}

/** Every figure of every month since the first sale, the newest first. */
export const MonthTable = ({ currency, months }: Revenue) => (
  <Panel title="By month">
    <ScrollRegion label="By month">
      <StatsTable label="By month" headers={headers}>
        {dropEmptyStart(months)
          .toReversed()
          .map((month) => (
            <tr key={month.month}>
              <th scope="row" style={{ whiteSpace: 'nowrap' }}>
                {formatMonth(month.month)}
              </th>
              {moneyColumns.map(([key]) => (
                <td key={key}>{formatMoney({ amount: month[key], currency })}</td>
              ))}
              <td>{formatNumber(month.subscribers)}</td>
              <td>{formatChurn(month)}</td>
              {countColumns.map(([key]) => (
                <td key={key}>{formatNumber(month[key])}</td>
              ))}
            </tr>
          ))}
      </StatsTable>
    </ScrollRegion>
  </Panel>
)

/** The current subscriptions by plan. */
export const PlanTable = ({ currency, plans }: Revenue) => (
  <Panel title="MRR by plan">
    {plans.length === 0 ? (
      <Text c="dimmed">No subscriptions yet</Text>
    ) : (
      <StatsTable label="MRR by plan" headers={['Plan', 'Subscribers', 'MRR']}>
        {plans.map(({ planName, subscribers, mrr }) => (
          <tr key={planName}>
            <th scope="row">{planName}</th>
            <td>{formatNumber(subscribers)}</td>
            <td>{formatMoney({ amount: mrr, currency })}</td>
          </tr>
        ))}
      </StatsTable>
    )}
  </Panel>
)

const labels: Record<keyof typeof revenueDefinitions, string> = {
  mrr: 'MRR',
  newMrr: 'New MRR',
  expansionMrr: 'Expansion MRR',
  contractionMrr: 'Contraction MRR',
  churnedMrr: 'Churned MRR',
  subscribers: 'Subscribers',
  churnedSubscribers: 'Churned subscribers',
  churnRate: 'Churn rate',
  payments: 'Payments',
  refunds: 'Refunds',
  creditsSold: 'Credits sold',
  creditsUsed: 'Credits used',
  creditsExpired: 'Credits expired',
  creditsRefunded: 'Credits refunded',
}

/** How each figure is computed. */
export const Definitions = () => (
  <Panel title="Definitions">
    <DescriptionList
      items={(Object.keys(labels) as (keyof typeof labels)[]).map((key) => ({
        label: labels[key],
        value: revenueDefinitions[key],
      }))}
    />
  </Panel>
)
