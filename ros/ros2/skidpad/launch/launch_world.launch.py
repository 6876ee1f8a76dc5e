"""Run a world as the node mvsim, with the launch arguments of MVSim's own file, and RViz beside it."""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.conditions import IfCondition
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

ARGUMENTS = {
    "world_file": ("", "World file"),
    "headless": ("false", "Run without the viewer"),
    "do_fake_localization": ("true", "Publish map -> odom from the true pose"),
    "publish_tf_odom2baselink": ("true", "Publish odom -> base_link"),
    "force_publish_vehicle_namespace": ("false", "Put a single vehicle into its namespace too"),
    "publish_log_topics": ("false", "Publish every column of the logs"),
    "disable_sim_time_clock": ("false", "Do not publish /clock"),
    "realtime_factor": ("1.0", "Simulated seconds per second; 0 for as fast as possible"),
    "use_rviz": ("false", "Start RViz"),
    "rviz_config_file": ("", "RViz configuration"),
}
TYPES = {"world_file": str, "realtime_factor": float}


def generate_launch_description():
    share = Path(get_package_share_directory("skidpad"))
    defaults = {"rviz_config_file": str(share / "rviz" / "robot.rviz")}
    declared = [
        DeclareLaunchArgument(name, default_value=defaults.get(name, value), description=about)
        for name, (value, about) in ARGUMENTS.items()
    ]
    given = {
        name: ParameterValue(LaunchConfiguration(name), value_type=TYPES.get(name, bool))
        for name in ARGUMENTS
        if name not in ("use_rviz", "rviz_config_file")
    }
    simulator = Node(
        package="skidpad",
        executable="mvsim_node",
        name="mvsim",
        output="screen",
        parameters=[str(share / "params" / "mvsim_ros2_params.yaml"), given],
    )
    rviz = Node(
        package="rviz2",
        executable="rviz2",
        arguments=["-d", LaunchConfiguration("rviz_config_file")],
        parameters=[{"use_sim_time": True}],
        condition=IfCondition(LaunchConfiguration("use_rviz")),
    )
    return LaunchDescription([*declared, simulator, rviz])
