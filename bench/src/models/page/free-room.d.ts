/** Gives the page's origin room again; put there by the benchmark for the fault that takes it. */
declare function freeRoom(): Promise<void>;
