import { type Coupon, coupons } from '@dooryard/contract/coupons'
import type { User } from '@dooryard/contract/users'
import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Redemptions } from '../../entities/coupon/redemptions.tsx'
import { giftOf } from '../../lib/coupon-gift.ts'
import { stateOf, windowOf } from '../../lib/coupon-state.ts'
import { formatDay, formatNumber, plural } from '../../lib/format.ts'
import { liveQueryOf } from '../../lib/query.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { DetailDrawer, DetailGroup } from '../../ui/display/detail-drawer.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { Kept } from '../../ui/form/call-dialog.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { HomeLine } from './home-lists.tsx'

/** Affiliates are paid by what stayed bought, so what was refunded is told by itself. */
function formatTerms(coupon: Coupon): string {
  const { startsAt, endsAt, refunded } = coupon
  const window = (startsAt || endsAt) && windowOf(coupon)
  const refunds = refunded > 0 && `${formatNumber(refunded)} more refunded`
  return [giftOf(coupon), window, refunds].filter(Boolean).join(' · ')
}

function CouponLine({ coupon, onShow }: { coupon: Coupon; onShow: () => void }) {
  const redeemed = plural(coupon.redemptions - coupon.refunded, 'redemption')
  return (
    <HomeLine
      title={
        <Group component="span" gap="0 8px">
          {coupon.code} <Tag {...stateOf(coupon)} />
        </Group>
      }
      text={formatTerms(coupon)}
    >
      <Anchor
        component="button"
        type="button"
        inherit
        mih={32}
        ml={{ base: -8, sm: 0 }}
        px={8}
        bdrs="sm"
        underline="hover"
        style={{ textUnderlineOffset: 3 }}
        aria-label={`${redeemed} of ${coupon.code}`}
        onClick={onShow}
      >
        {redeemed}
      </Anchor>
    </HomeLine>
  )
}

/** The coupons that are assigned to an affiliate, and what was bought with each. */
function OwnCoupons() {
  const [slice, setSlice] = useState({ page: 1, limit: 10 })
  const [shown, setShown] = useState<Coupon>()
  const { data, error, refetch } = useQuery(liveQueryOf(coupons.list, { query: slice }))
  return (
    <Panel title="Your coupons" flush>
      {error && !data ? (
        <LoadFailure what="Your coupons" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={160} />
      ) : data.totalCount === 0 ? (
        <Text c="dimmed" p={20}>
          No coupon is assigned to you yet. Once one is, you see here how often it was redeemed.
        </Text>
      ) : (
        <PlainList>
          {data.items.map((coupon) => (
            <CouponLine key={coupon.id} coupon={coupon} onShow={() => setShown(coupon)} />
          ))}
        </PlainList>
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

/** An affiliate's home: what their coupons brought, and whose account this is. */
export const AffiliateHome = ({ user }: { user: User }) => (
  <>
    <PageHeader heading={`Welcome, ${user.firstName}`} title="Home" lead="You are signed in as an affiliate." />
    <Stack gap={24} maw={640}>
      <OwnCoupons />
      <Panel title="Your account">
        <Facts
          facts={[
            { label: 'Name', value: `${user.firstName} ${user.lastName}` },
            { label: 'Email', value: user.email },
            { label: 'Phone', value: user.phone },
            ...(user.companyName ? [{ label: 'Company', value: user.companyName }] : []),
            { label: 'Member since', value: formatDay(user.createdAt) },
          ]}
        />
      </Panel>
    </Stack>
  </>
)
