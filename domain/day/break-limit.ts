/** How many breaks a shift has at most. Here, where the planner’s worker finds it without what checks documents. */
export const breakSlotLimit = 24;
