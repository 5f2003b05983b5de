/** Stands in for the package `ws`, which only Node 20 needs: every browser has a WebSocket. */
export const WebSocket = undefined;
