import { type Coupon, coupons } from '@dooryard/contract/coupons'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Redemptions } from '../../entities/coupon/redemptions.tsx'
import { giftOf } from '../../lib/coupon-gift.ts'
import { stateOf, windowOf } from '../../lib/coupon-state.ts'
import { formatNumber, plural } from '../../lib/format.ts'
import { liveQueryOf } from '../../lib/query.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { DetailDrawer, DetailGroup } from '../../ui/display/detail-drawer.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { Kept } from '../../ui/form/call-dialog.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import classes from './home.module.css'

type Slice = { page: number; limit: number }

const ownCoupons = (query: Slice) => liveQueryOf(coupons.list, { query })

/** Affiliates are paid by what stayed bought, so what was refunded is told by itself. */
function factsOf(coupon: Coupon): string {
  const { startsAt, endsAt, refunded } = coupon
  const window = (startsAt || endsAt) && windowOf(coupon)
  const refunds = refunded > 0 && `${formatNumber(refunded)} more refunded`
  return [giftOf(coupon), window, refunds].filter(Boolean).join(' · ')
}

function OwnCoupon({ coupon, onShow }: { coupon: Coupon; onShow: () => void }) {
  const redeemed = plural(coupon.redemptions - coupon.refunded, 'redemption')
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <strong className={classes.code}>
          {coupon.code} <Tag {...stateOf(coupon)} />
        </strong>
        <span>{factsOf(coupon)}</span>
      </div>
      <button type="button" className={classes.redeemed} aria-label={`${redeemed} of ${coupon.code}`} onClick={onShow}>
        {redeemed}
      </button>
    </li>
  )
}

/** The coupons that are assigned to an affiliate, and what was bought with each. */
export function AffiliateCoupons() {
  const [slice, setSlice] = useState({ page: 1, limit: 10 })
  const [shown, setShown] = useState<Coupon>()
  const { data, error, refetch } = useQuery(ownCoupons(slice))
  return (
    <Panel title="Your coupons" flush>
      {error && !data ? (
        <LoadFailure what="Your coupons" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={160} />
      ) : data.totalCount === 0 ? (
        <p className={classes.noCoupons}>
          No coupon is assigned to you yet. Once one is, you see here how often it was redeemed.
        </p>
      ) : (
        <ul className={classes.list}>
          {data.items.map((coupon) => (
            <OwnCoupon key={coupon.id} coupon={coupon} onShow={() => setShown(coupon)} />
          ))}
        </ul>
      )}
      {data && data.totalPages > 1 && (
        <Pagination
          label="Your coupons"
          {...slice}
          total={data.totalCount}
          last={data.totalPages}
          onChange={(change) => setSlice({ ...slice, ...change })}
        />
      )}
      <DetailDrawer what="Redemptions" id={shown?.id} size={480} onClose={() => setShown(undefined)}>
        {(id) => (
          <Kept fresh={shown !== undefined}>
            <DetailGroup title={shown?.code ?? ''}>
              <Redemptions key={id} id={id} by="bought" none="Nobody has bought with it yet." />
            </DetailGroup>
          </Kept>
        )}
      </DetailDrawer>
    </Panel>
  )
}
