import type { SourceProposal } from '@dooryard/contract/data/sources/setup-proposal'
import { Notice } from '../../../ui/feedback/notice.tsx'

type LostColumn = SourceProposal['lost'][number]

type LostColumnsProps = {
  proposal: Pick<SourceProposal, 'lost'> | undefined
  /** Which of them are shown. */
  isShown: (lost: LostColumn) => boolean
  /** What is read now: a column that was replaced by another one than the suggested is settled. */
  read: readonly string[]
}

/** The lost columns that are still read, or in whose place only the suggested one is. */
export const listUnsettled = ({ proposal, isShown, read }: LostColumnsProps): LostColumn[] =>
  proposal?.lost.filter((lost) => isShown(lost) && read.includes(lost.renamedTo ?? lost.column)) ?? []

/** Marks what a source to edit reads from columns that its files no longer have, each with the suggestion. */
export const LostColumns = (props: LostColumnsProps) =>
  listUnsettled(props).map(({ column, doubt }) => (
    <Notice key={column} tone="warn">
      {doubt}
    </Notice>
  ))
