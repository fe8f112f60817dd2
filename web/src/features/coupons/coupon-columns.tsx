import { type Coupon, couponStates, coupons } from '@dooryard/contract/billing/coupons'
import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { emptyValue } from '../../lib/format/format.ts'
import { formatCouponBenefit } from '../../lib/labels/coupon-benefit.ts'
import { couponStateLabels, formatCouponPeriod, getCouponStateTag } from '../../lib/labels/coupon-state.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { openConfirmDialog } from '../../ui/shell/confirmations.tsx'
import { defineColumns } from '../../ui/table/columns.ts'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { describeAction } from './coupon-effect.ts'
import { formatRedemptions, formatUsesLeft, targetLabels } from './coupon-labels.ts'
import classes from './coupons.module.css'

const updatesList = { refreshes: [coupons.list], awaitsRefresh: true }

/** The actions for a coupon that is not archived. */
function CouponActions({ coupon, onEdit }: { coupon: Coupon; onEdit: (coupon: Coupon) => void }) {
  const activate = useEndpointMutation(coupons.activate, updatesList)
  const archive = useEndpointMutation(coupons.archive, updatesList)
  const { id, code, isActive } = coupon
  const params = { id }
  const verb = isActive ? 'Deactivate' : 'Activate'
  const confirmToggle = () =>
    openConfirmDialog({
      title: `${verb} ${code}?`,
      children: describeAction(isActive ? 'stop' : 'start', coupon),
      labels: { confirm: `${verb} ${code}`, cancel: 'Cancel' },
      onConfirm: () =>
        activate.mutate(
          { params, body: { isActive: !isActive } },
          { onSuccess: () => showSuccessToast(isActive ? `${code} deactivated` : `${code} activated`) },
        ),
    })
  const confirmArchive = () =>
    openConfirmDialog({
      title: `Archive ${code}?`,
      children: describeAction('archive', coupon),
      labels: { confirm: `Archive ${code}`, cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => archive.mutate({ params }, { onSuccess: () => showSuccessToast(`${code} archived`) }),
    })
  const action = (name: string) => ({
    variant: 'subtle',
    size: 'compact-sm',
    'aria-label': `${name} ${code}`,
    children: name,
  })
  return (
    <Group gap={2} wrap="nowrap">
      <Button {...action('Edit')} onClick={() => onEdit(coupon)} />
      <Button {...action(verb)} loading={activate.isPending} onClick={confirmToggle} />
      <Button {...action('Archive')} color="red" loading={archive.isPending} onClick={confirmArchive} />
    </Group>
  )
}

export const couponColumns = (onEdit: (coupon: Coupon) => void) =>
  defineColumns<Coupon>([
    {
      id: 'code',
      header: 'Code',
      card: 'title',
      share: 22,
      cell: ({ id, code }) => (
        <Link
          from="/portal/coupons"
          to="/portal/coupons"
          search={(old) => ({ ...old, coupon: id })}
          resetScroll={false}
          className={classes.code}
          data-row-link
        >
          {code}
        </Link>
      ),
    },
    {
      id: 'gift',
      header: 'Discount',
      card: 'wide',
      cell: (coupon) => (
        <TextWithDescription first={formatCouponBenefit(coupon)} second={targetLabels[coupon.appliesTo]} />
      ),
    },
    { id: 'window', header: 'Valid', share: 24, cell: formatCouponPeriod },
    {
      id: 'affiliateEmail',
      header: 'Affiliate',
      share: 20,
      cell: ({ affiliateEmail }) => affiliateEmail ?? emptyValue,
    },
    {
      id: 'redeemed',
      header: 'Redeemed',
      align: 'right',
      cell: (coupon) => <TextWithDescription first={formatRedemptions(coupon)} second={formatUsesLeft(coupon)} />,
    },
    {
      id: 'state',
      header: 'State',
      card: 'corner',
      filter: {
        kind: 'select',
        key: 'state',
        label: 'State',
        options: couponStates.map((value) => ({ value, label: couponStateLabels[value] })),
      },
      cell: (coupon) => <Tag {...getCouponStateTag(coupon)} />,
    },
    {
      id: 'action',
      header: 'Action',
      card: 'action',
      width: 190,
      cell: (coupon) => !coupon.archivedAt && <CouponActions coupon={coupon} onEdit={onEdit} />,
    },
  ])
