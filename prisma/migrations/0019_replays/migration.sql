-- Replays of deliveries. The processes that deliver carry them out in batches: "position" is the event up to which one has come, and the
-- one that has waited the longest for its turn is next.
CREATE TABLE "webhook_replay" (
  "id" TEXT NOT NULL DEFAULT gen_random_uuid(),
  "company_id" TEXT NOT NULL,
  "subscription_id" TEXT NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'running',
  "since" TIMESTAMPTZ(3) NOT NULL,
  "until" TIMESTAMPTZ(3) NOT NULL,
  "delivery_status" TEXT,
  "resource_id" TEXT,
  "matched" INTEGER NOT NULL DEFAULT 0,
  "queued" INTEGER NOT NULL DEFAULT 0,
  "total" INTEGER,
  "position" UUID NOT NULL,
  "turn_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_replay_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_replay_subscription_id_started_at_idx" ON "webhook_replay"("subscription_id", "started_at");
CREATE UNIQUE INDEX "webhook_replay_running" ON "webhook_replay"("subscription_id") WHERE "status" = 'running';
