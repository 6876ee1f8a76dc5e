// A peer by Fast DDS that does what it reads from standard input, like edge/skidpad-rtps/examples/peer.rs:
//
//   writer NAME TOPIC TYPE reliable|best_effort|latched DEPTH
//   reader NAME TOPIC TYPE reliable|best_effort|latched DEPTH
//   stream NAME BYTES COUNT PERIOD_MS | tally NAME | matched NAME | quit
//   ask WRITER READER       a request whose reply should come to READER, as rmw_fastrtps writes it
//   answers READER          how many replies came, and whether the last one names READER and the request
//   stamps READER           of messages with a header: how many came, octets of the last, stamps of the first and the
//                           last [ns], largest step between stamps [ns], and how much later than the quickest message
//                           half and 99 % of them came [us]
//   forget READER           begin these figures anew
//
// Types are raw bytes, so no code is generated: the body of a sample is a u32 counter and a sequence of bytes.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/Topic.hpp>
#include <fastdds/dds/topic/TopicDataType.hpp>

using namespace eprosima::fastdds::dds;
using eprosima::fastrtps::rtps::InstanceHandle_t;
using eprosima::fastrtps::rtps::SerializedPayload_t;
using Body = std::vector<unsigned char>;

// CDR bodies as they are.
class RawType : public TopicDataType {
 public:
  explicit RawType(const std::string& name) {
    setName(name.c_str());
    m_typeSize = 4 + (3 << 20);
    m_isGetKeyDefined = false;
  }
  bool serialize(void* data, SerializedPayload_t* payload) override {
    const Body& body = *static_cast<Body*>(data);
    payload->encapsulation = CDR_LE;
    const unsigned char header[4] = {0, 1, 0, 0};
    std::memcpy(payload->data, header, 4);
    std::memcpy(payload->data + 4, body.data(), body.size());
    payload->length = 4 + body.size();
    return true;
  }
  bool deserialize(SerializedPayload_t* payload, void* data) override {
    if (payload->length < 4) return false;
    static_cast<Body*>(data)->assign(payload->data + 4, payload->data + payload->length);
    return true;
  }
  std::function<uint32_t()> getSerializedSizeProvider(void* data) override {
    return [data] { return static_cast<uint32_t>(4 + static_cast<Body*>(data)->size()); };
  }
  void* createData() override { return new Body(); }
  void deleteData(void* data) override { delete static_cast<Body*>(data); }
  bool getKey(void*, InstanceHandle_t*, bool) override { return false; }
};

// Counts samples, and those whose bytes are all what their counter says.
class Tally : public DataReaderListener {
 public:
  std::atomic<int> count{0}, whole{0}, answers{0};
  std::atomic<bool> names_us{false};
  std::atomic<int64_t> answered{0};
  struct Stamped {
    int64_t stamp_ns, later_us;
  };
  std::mutex lock;
  std::vector<Stamped> stamped;
  size_t octets = 0;
  void note(const Body& body) {
    if (body.size() < 8) return;
    int32_t seconds;
    uint32_t nanoseconds;
    std::memcpy(&seconds, body.data(), 4);
    std::memcpy(&nanoseconds, body.data() + 4, 4);
    const int64_t stamp_ns = int64_t{seconds} * 1000000000 + nanoseconds;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const int64_t now_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
    std::lock_guard<std::mutex> guard(lock);
    octets = body.size();
    stamped.push_back({stamp_ns, (now_ns - stamp_ns) / 1000});
  }
  std::string figures() {
    std::lock_guard<std::mutex> guard(lock);
    std::ostringstream text;
    text << "stamps " << stamped.size() << ' ' << octets;
    if (stamped.empty()) return text.str() + " 0 0 0 0 0";
    std::vector<int64_t> later;
    int64_t widest = 0;
    for (size_t at = 0; at < stamped.size(); ++at) {
      later.push_back(stamped[at].later_us);
      if (at > 0) widest = std::max(widest, stamped[at].stamp_ns - stamped[at - 1].stamp_ns);
    }
    std::sort(later.begin(), later.end());
    const auto share = [&](double part) { return later[static_cast<size_t>(part * (later.size() - 1))] - later[0]; };
    text << ' ' << stamped.front().stamp_ns << ' ' << stamped.back().stamp_ns << ' ' << widest << ' ' << share(0.5) << ' ' << share(0.99);
    return text.str();
  }
  void on_data_available(DataReader* reader) override {
    Body body;
    SampleInfo info;
    while (reader->take_next_sample(&body, &info) == ReturnCode_t::RETCODE_OK) {
      if (!info.valid_data) continue;
      ++count;
      const auto& related = info.related_sample_identity;
      if (related.writer_guid() != eprosima::fastrtps::rtps::c_Guid_Unknown) {
        ++answers;
        names_us = related.writer_guid() == reader->guid();
        answered = related.sequence_number().to64long();
      }
      note(body);
      if (is_whole(body)) ++whole;
    }
  }
  static bool is_whole(const Body& body) {
    if (body.size() < 8) return false;
    uint32_t length;
    std::memcpy(&length, body.data() + 4, 4);
    if (body.size() < 8 + length) return false;
    for (uint32_t at = 0; at < length; ++at)
      if (body[8 + at] != body[0]) return false;
    return true;
  }
};

template <typename EndpointQos>
void set_qos(EndpointQos& qos, const std::string& kind, int depth) {
  qos.reliability().kind = kind == "best_effort" ? BEST_EFFORT_RELIABILITY_QOS : RELIABLE_RELIABILITY_QOS;
  qos.durability().kind = kind == "latched" ? TRANSIENT_LOCAL_DURABILITY_QOS : VOLATILE_DURABILITY_QOS;
  qos.history().kind = KEEP_LAST_HISTORY_QOS;
  qos.history().depth = depth;
  qos.endpoint().history_memory_policy = eprosima::fastrtps::rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
}

int main(int argc, char** argv) {
  DomainParticipantQos participant_qos;
  const std::string user_data = "enclave=/;";
  participant_qos.user_data().data_vec({user_data.begin(), user_data.end()});
  auto* participant =
      DomainParticipantFactory::get_instance()->create_participant(argc > 1 ? std::stoi(argv[1]) : 0, participant_qos);
  if (!participant) return 1;
  auto* publisher = participant->create_publisher(PUBLISHER_QOS_DEFAULT);
  auto* subscriber = participant->create_subscriber(SUBSCRIBER_QOS_DEFAULT);
  std::map<std::string, DataWriter*> writers;
  std::map<std::string, DataReader*> readers;
  std::map<std::string, std::unique_ptr<Tally>> tallies;
  std::map<std::string, Topic*> topics;
  std::vector<std::thread> streams;
  const auto topic_of = [&](const std::string& topic, const std::string& type) {
    if (!topics.count(topic)) {
      TypeSupport support(new RawType(type));
      support.register_type(participant);
      topics[topic] = participant->create_topic(topic, type, TOPIC_QOS_DEFAULT);
    }
    return topics[topic];
  };
  std::cout << "ready" << std::endl;
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string verb, name, topic, type, kind;
    int depth = 1;
    words >> verb >> name;
    if (verb == "quit") break;
    if (verb == "writer") {
      words >> topic >> type >> kind >> depth;
      DataWriterQos qos = DATAWRITER_QOS_DEFAULT;
      set_qos(qos, kind, depth);
      writers[name] = publisher->create_datawriter(topic_of(topic, type), qos);
      std::cout << (writers[name] ? "writer" : "error no writer") << std::endl;
    } else if (verb == "reader") {
      words >> topic >> type >> kind >> depth;
      DataReaderQos qos = DATAREADER_QOS_DEFAULT;
      set_qos(qos, kind, depth);
      tallies[name] = std::make_unique<Tally>();
      readers[name] = subscriber->create_datareader(topic_of(topic, type), qos, tallies[name].get());
      std::cout << (readers[name] ? "reader" : "error no reader") << std::endl;
    } else if (verb == "stream") {
      uint32_t bytes = 0, count = 0, period_ms = 0;
      words >> bytes >> count >> period_ms;
      auto* writer = writers[name];
      streams.emplace_back([=] {
        for (uint32_t counter = 0; counter < count; ++counter) {
          Body body(8 + bytes, static_cast<unsigned char>(counter));
          std::memcpy(body.data(), &counter, 4);
          std::memcpy(body.data() + 4, &bytes, 4);
          writer->write(&body);
          std::this_thread::sleep_for(std::chrono::milliseconds(period_ms));
        }
      });
      std::cout << "streaming" << std::endl;
    } else if (verb == "ask") {
      std::string reader;
      words >> reader;
      eprosima::fastrtps::rtps::WriteParams parameters;
      parameters.related_sample_identity().writer_guid(readers[reader]->guid());
      Body body(8, 0);
      writers[name]->write(&body, parameters);
      std::cout << "asked " << parameters.sample_identity().sequence_number().to64long() << std::endl;
    } else if (verb == "answers") {
      const Tally& tally = *tallies[name];
      std::cout << "answers " << tally.answers << ' ' << tally.names_us << ' ' << tally.answered << std::endl;
    } else if (verb == "stamps") {
      std::cout << tallies[name]->figures() << std::endl;
    } else if (verb == "forget") {
      std::lock_guard<std::mutex> guard(tallies[name]->lock);
      tallies[name]->stamped.clear();
      std::cout << "forgotten" << std::endl;
    } else if (verb == "tally") {
      std::cout << "tally " << tallies[name]->count << ' ' << tallies[name]->whole << std::endl;
    } else if (verb == "matched") {
      int count = 0;
      if (writers.count(name)) {
        PublicationMatchedStatus status;
        writers[name]->get_publication_matched_status(status);
        count = status.current_count;
      } else if (readers.count(name)) {
        SubscriptionMatchedStatus status;
        readers[name]->get_subscription_matched_status(status);
        count = status.current_count;
      }
      std::cout << "matched " << count << std::endl;
    } else {
      std::cout << "error unknown command" << std::endl;
    }
  }
  for (auto& stream : streams) stream.join();
  participant->delete_contained_entities();
  DomainParticipantFactory::get_instance()->delete_participant(participant);
}
