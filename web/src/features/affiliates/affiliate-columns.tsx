import type { Affiliate } from '@dooryard/contract/billing/affiliates'
import { Link } from '@tanstack/react-router'
import { formatCommissionTerms } from '../../entities/commission/commission-totals.tsx'
import { formatMoney, formatNumber } from '../../lib/format/format.ts'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { defineColumns } from '../../ui/table/columns.ts'

const formatTotal = (key: keyof Affiliate['totals']) => (affiliate: Affiliate) =>
  formatMoney({ amount: affiliate.totals[key], currency: affiliate.currency })

export const affiliateColumns = defineColumns<Affiliate>([
  {
    id: 'name',
    header: 'Affiliate',
    card: 'title',
    share: 30,
    cell: ({ userId, name, email }) => (
      <TextWithDescription
        first={
          <Link
            from="/portal/affiliates"
            to="/portal/affiliates"
            search={(old) => ({ ...old, affiliate: userId })}
            resetScroll={false}
            data-row-link
          >
            {name}
          </Link>
        }
        second={email}
      />
    ),
  },
  { id: 'terms', header: 'Commission', share: 22, cell: ({ terms }) => formatCommissionTerms(terms) },
  { id: 'coupons', header: 'Coupons', align: 'right', cell: ({ coupons }) => formatNumber(coupons) },
  { id: 'customers', header: 'Customers', align: 'right', cell: ({ customers }) => formatNumber(customers) },
  { id: 'earned', header: 'Earned', align: 'right', cell: formatTotal('earned') },
  { id: 'payable', header: 'Payable', align: 'right', cell: formatTotal('payable') },
  { id: 'paid', header: 'Paid out', align: 'right', cell: formatTotal('paid') },
])
