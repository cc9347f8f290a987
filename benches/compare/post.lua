-- One POST again and again; what came of it as one line of JSON.

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"

function init(args)
  wrk.body = args[1]
end

function done(summary, latency)
  local wrong = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write
    + summary.errors.timeout
  io.write(string.format('\n{"requests": %d, "micros": %d, "wrong": %d, "p50": %d, "p99": %d}\n', summary.requests,
    summary.duration, wrong, latency:percentile(50), latency:percentile(99)))
end
