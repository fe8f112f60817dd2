import {
  accountClosedMail,
  deactivatedMail,
  existingAccountMail,
  invitationMail,
  passwordChangedMail,
  resetMail,
  verificationMail,
} from './account.ts'
import {
  brokenLedgerMail,
  disputeWonMail,
  partRefundedMail,
  refundFailedMail,
  unfinishedCheckMail,
} from './administrators.ts'
import { datasetFailedMail, datasetWaitsMail } from './county-data.ts'
import {
  emailChangedMail,
  emailReplacedMail,
  emailTakenMail,
  newEmailCodeMail,
  oldEmailCodeMail,
} from './email-change.ts'
import {
  apiKeyRevokedMail,
  webhookDisabledMail,
  webhookEnabledMail,
  webhookFailingMail,
  webhookGoneMail,
  webhookUnblockedMail,
} from './integrations.ts'
import { numbersExpiredMail, numbersExpiringMail } from './orders/orders.ts'
import { orderFailedMail, orderReadyMail } from './orders/orders-done.ts'
import { recurringPausedMail } from './orders/recurring-orders.ts'
import { tasksOfDayMail } from './orders/tasks.ts'
import { partialRefundMail } from './partial-refund.ts'
import {
  disputedMail,
  duplicateRefundedMail,
  receiptMail,
  refundMail,
  topUpFailedMail,
  topUpPackGoneMail,
} from './payments.ts'
import { searchChangedMail, searchesChangedMail } from './saved-searches.ts'
import {
  passkeyAddedMail,
  recoveryCodeUsedMail,
  secondFactorAddedMail,
  secondFactorRefusedMail,
  secondFactorRemovedMail,
  secondFactorResetMail,
} from './second-factor.ts'
import { newDeviceMail, providerConnectedMail, providerDisconnectedMail, signInLinkMail } from './sign-in.ts'
import { spendingAlertMails } from './spending.ts'
import { outcomeMails, paymentFailedMail, subscriptionEndedMails } from './subscriptions.ts'
import type { ListedTemplate } from './template.ts'

/** Every mail that the portal sends, by topic. */
export const mailTemplates: Readonly<Record<string, readonly ListedTemplate[]>> = {
  Accounts: [
    ...[verificationMail, existingAccountMail, resetMail, invitationMail],
    ...[deactivatedMail, passwordChangedMail, accountClosedMail],
    ...[newEmailCodeMail, oldEmailCodeMail, emailTakenMail, emailChangedMail, emailReplacedMail],
    ...[secondFactorAddedMail, secondFactorRemovedMail, secondFactorResetMail, secondFactorRefusedMail],
    ...[
      recoveryCodeUsedMail,
      passkeyAddedMail,
      signInLinkMail,
      newDeviceMail,
      providerConnectedMail,
      providerDisconnectedMail,
    ],
  ],
  Payments: [
    ...[receiptMail, refundMail, partialRefundMail, disputedMail, duplicateRefundedMail],
    ...[topUpFailedMail, topUpPackGoneMail],
  ],
  'Spending alerts': Object.values(spendingAlertMails),
  Subscriptions: [paymentFailedMail, ...Object.values(outcomeMails), ...Object.values(subscriptionEndedMails)],
  Orders: [orderReadyMail, orderFailedMail, numbersExpiringMail, numbersExpiredMail, recurringPausedMail],
  Tasks: [tasksOfDayMail],
  'Saved searches': [searchChangedMail, searchesChangedMail],
  'API keys and webhooks': [
    apiKeyRevokedMail,
    webhookGoneMail,
    webhookFailingMail,
    webhookDisabledMail,
    webhookEnabledMail,
    webhookUnblockedMail,
  ],
  'To administrators': [
    ...[partRefundedMail, refundFailedMail, disputeWonMail, brokenLedgerMail, unfinishedCheckMail],
    ...[datasetWaitsMail, datasetFailedMail],
  ],
}
