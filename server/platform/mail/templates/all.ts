import {
  accountClosedMail,
  deactivatedMail,
  existingAccountMail,
  invitationMail,
  passwordChangedMail,
  resetMail,
  verificationMail,
} from './account.ts'
import { brokenLedgerMail, disputeWonMail, partRefundedMail, unfinishedCheckMail } from './administrators.ts'
import { disabledMail, enabledMail, failingMail, goneMail, noLongerBarredMail, revokedMail } from './integrations.ts'
import { expiredMail, expiringMail } from './orders.ts'
import {
  disputedMail,
  duplicateRefundedMail,
  receiptMail,
  refundMail,
  topUpFailedMail,
  topUpPackGoneMail,
} from './payments.ts'
import { searchChangedMail, searchesChangedMail } from './saved-searches.ts'
import { outcomeMails, paymentFailedMail, subscriptionEndedMails } from './subscriptions.ts'
import type { ListedTemplate } from './template.ts'

/** Every mail that the portal sends, by topic. */
export const mailTemplates: Readonly<Record<string, readonly ListedTemplate[]>> = {
  Accounts: [
    ...[verificationMail, existingAccountMail, resetMail, invitationMail],
    ...[deactivatedMail, passwordChangedMail, accountClosedMail],
  ],
  Payments: [receiptMail, refundMail, disputedMail, duplicateRefundedMail, topUpFailedMail, topUpPackGoneMail],
  Subscriptions: [paymentFailedMail, ...Object.values(outcomeMails), ...Object.values(subscriptionEndedMails)],
  Orders: [expiringMail, expiredMail],
  'Saved searches': [searchChangedMail, searchesChangedMail],
  'API keys and webhooks': [revokedMail, goneMail, failingMail, disabledMail, enabledMail, noLongerBarredMail],
  'To administrators': [partRefundedMail, disputeWonMail, brokenLedgerMail, unfinishedCheckMail],
}
