import { type Coupon, couponStates } from '@dooryard/contract/coupons'
import { Link } from '@tanstack/react-router'
import { giftOf } from '../../lib/coupon-gift.ts'
import { stateOf, windowOf } from '../../lib/coupon-state.ts'
import { titleCase, unknown } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { TwoLines } from '../../ui/display/facts.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { CouponActions } from './coupon-actions.tsx'
import { leftOf, redeemedOf, targetLabels } from './coupon-words.ts'
import classes from './coupons.module.css'

const column = columnsOf<Coupon>()

/** The columns of the coupons. */
export const couponColumns = (onEdit: (coupon: Coupon) => void) =>
  column.columns([
    column.accessor('code', {
      header: 'Code',
      meta: { card: 'title', share: 22 },
      cell: ({ row: { original } }) => (
        <Link
          from="/portal/coupons"
          to="/portal/coupons"
          search={(old) => ({ ...old, coupon: original.id })}
          resetScroll={false}
          className={classes.code}
          data-row-link
        >
          {original.code}
        </Link>
      ),
    }),
    column.accessor(giftOf, {
      id: 'gift',
      header: 'Gives',
      meta: { card: 'wide' },
      cell: ({ getValue, row: { original } }) => (
        <TwoLines first={getValue()} second={targetLabels[original.appliesTo]} />
      ),
    }),
    column.accessor(windowOf, { id: 'window', header: 'Works', meta: { share: 24 } }),
    column.accessor('affiliateEmail', {
      header: 'Affiliate',
      meta: { share: 20 },
      cell: ({ getValue }) => getValue() ?? unknown,
    }),
    column.accessor(redeemedOf, {
      id: 'redeemed',
      header: 'Redeemed',
      meta: { align: 'right' },
      cell: ({ getValue, row: { original } }) => <TwoLines first={getValue()} second={leftOf(original)} />,
    }),
    column.display({
      id: 'state',
      header: 'State',
      meta: {
        card: 'corner',
        filter: {
          kind: 'select',
          key: 'state',
          label: 'State',
          options: couponStates.map((value) => ({ value, label: value === 'INACTIVE' ? 'Stopped' : titleCase(value) })),
        },
      },
      cell: ({ row: { original } }) => <Tag {...stateOf(original)} />,
    }),
    column.display({
      id: 'action',
      header: 'Action',
      meta: { card: 'action', width: 190 },
      cell: ({ row: { original } }) => !original.archivedAt && <CouponActions coupon={original} onEdit={onEdit} />,
    }),
  ])
