import { testDetailScreens } from '../screens.ts'

testDetailScreens(['enterprise'], { part: 1, of: 2 })
