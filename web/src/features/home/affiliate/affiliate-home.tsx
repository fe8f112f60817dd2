import { type Coupon, coupons } from '@dooryard/contract/billing/coupons'
import type { User } from '@dooryard/contract/identity/users'
import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Redemptions } from '../../../entities/coupon/redemptions.tsx'
import { ShareLink } from '../../../entities/coupon/share-link.tsx'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { formatDay, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { formatCouponBenefit } from '../../../lib/labels/coupon-benefit.ts'
import { formatCouponPeriod, getCouponStateTag } from '../../../lib/labels/coupon-state.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import { KeepLast } from '../../../ui/form/mutation-dialog.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { DetailDrawer, DetailGroup } from '../../../ui/overlay/detail-drawer.tsx'
import { Pagination } from '../../../ui/table/pagination.tsx'
import { HomeLine } from '../home-lines.tsx'
import { OwnCommissions } from './own-commissions.tsx'

/** Affiliates are paid for purchases that are not refunded, so refunds are shown separately. */
function formatCouponTerms(coupon: Coupon): string {
  const { startsAt, endsAt, refunded } = coupon
  const window = (startsAt || endsAt) && formatCouponPeriod(coupon)
  const refunds = refunded > 0 && `${formatNumber(refunded)} more refunded`
  return [formatCouponBenefit(coupon), window, refunds].filter(Boolean).join(' · ')
}

function CouponLine({ coupon, onShow }: { coupon: Coupon; onShow: () => void }) {
  const redeemed = pluralize(coupon.redemptions - coupon.refunded, 'redemption')
  return (
    <HomeLine
      title={
        <Group component="span" gap="0 8px">
          {coupon.code} <Tag {...getCouponStateTag(coupon)} />
          <CopyButton value={coupon.code} what={`code ${coupon.code}`} />
        </Group>
      }
      text={formatCouponTerms(coupon)}
    >
      {getCouponStateTag(coupon).tone === 'good' && <ShareLink code={coupon.code} />}
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

/** The coupons assigned to an affiliate, and the purchases made with each. */
function AssignedCoupons() {
  const [slice, setSlice] = useState({ page: 1, limit: 10 })
  const [shown, setShown] = useState<Coupon>()
  const { data, error, refetch } = useQuery(buildLiveQuery(coupons.list, { query: slice }))
  return (
    <Panel title="Your coupons" flush>
      {error && !data ? (
        <LoadFailure what="Your coupons" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={160} />
      ) : data.totalCount === 0 ? (
        <Text c="dimmed" p={20}>
          No coupons are assigned to you yet.
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
          <KeepLast fresh={shown !== undefined}>
            <DetailGroup title={shown?.code ?? ''}>
              <Redemptions key={id} id={id} by="bought" none="No purchases yet." />
            </DetailGroup>
          </KeepLast>
        )}
      </DetailDrawer>
    </Panel>
  )
}

/** The affiliate's home: the results of their coupons, and their account. */
export const AffiliateHome = ({ user }: { user: User }) => (
  <>
    <PageHeader heading={`Welcome, ${user.firstName}`} title="Home" lead="Affiliate dashboard" />
    <Stack gap={24} maw={860}>
      <AssignedCoupons />
      <OwnCommissions />
      <Panel title="Your account">
        <DescriptionList
          items={[
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
