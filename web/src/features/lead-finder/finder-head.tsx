import type { Criteria } from '@dooryard/contract/criteria'
import { CriteriaChips } from '../../criteria/criteria-chips.tsx'
import { CriteriaCount } from '../../criteria/live-count.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { FiltersButton, type useFinderFrame } from '../../ui/layout/finder-frame.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import classes from './finder-head.module.css'
import type { FinderState, FinderView, OnFinder } from './finder-state.ts'
import { KeyboardLegend } from './keyboard-legend.tsx'
import { SavedLine } from './saved-line.tsx'
import { FinderViewChoice } from './view-choice.tsx'

type FinderHeadProps = {
  criteria: Criteria
  isWhole: boolean
  view: FinderView
  saved: FinderState['saved']
  frame: ReturnType<typeof useFinderFrame>
  columns: { keys: readonly string[]; choose: (keys: readonly string[] | undefined) => void }
  onAsk: (criteria: Criteria) => void
  onState: OnFinder
}

/** What is found, what was asked, and how it is shown. */
export function FinderHead(props: FinderHeadProps) {
  const { criteria, isWhole, view, saved, frame, columns, onAsk, onState } = props
  useTitle('Lead Finder')
  return (
    <div className={classes.head}>
      <div className={classes.line}>
        <h1>Lead finder</h1>
        <div className={classes.count}>
          <CriteriaCount criteria={criteria} />
        </div>
        <div className={classes.tools}>
          <FiltersButton frame={frame} />
          <FinderViewChoice view={view} isPhone={frame.isPhone} onChange={(next) => onState({ view: next })} />
          {!frame.isPhone && (
            <>
              <ColumnsMenu keys={columns.keys} onChoose={columns.choose} />
              <KeyboardLegend />
            </>
          )}
        </div>
      </div>
      {saved && <SavedLine key={saved} id={saved} onClose={() => onState({ saved: undefined })} />}
      {!isWhole && (
        <Notice tone="warn">
          Part of this link could not be read, so those filters are left out. Check what is set before you order.
        </Notice>
      )}
      <div className={classes.chips}>
        <CriteriaChips criteria={criteria} onChange={onAsk} />
      </div>
    </div>
  )
}
